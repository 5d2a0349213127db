import type { PlotModel } from "./plot-model.ts";
import { createScale } from "./scale.ts";
import { nextSample, snapToSample } from "./snap-to-sample.ts";

/** Page keys cross this share of what is shown. */
const PAGE = 0.1;

/**
 * Where a key moves the cursor from `x`: arrows to the next sample of any line, Page keys by a tenth of what is shown, Home
 * and End to the ends; from nowhere (null) it enters at the end that the key comes from. Null where the key means nothing
 * here or nothing lies further.
 */
export function walkSamples(model: PlotModel, key: string, x: number | null): number | null {
  const { domain, log } = model.x;
  const [first, last] = [snapToSample(model, domain[0]), snapToSample(model, domain[1])];
  const directions: Record<string, 1 | -1> = {
    ArrowRight: 1,
    ArrowUp: 1,
    PageUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    PageDown: -1,
  };
  if (key === "Home") return first;
  if (key === "End") return last;
  const direction = directions[key];
  if (direction === undefined) return null;
  if (x === null) return direction > 0 ? first : last;
  const next = nextSample(model, x, direction);
  if (next === null || !key.startsWith("Page")) return next;
  const scale = createScale(domain, [0, 1], log);
  const target = scale.toValue(scale.toPx(x) + direction * PAGE);
  const far = snapToSample(model, target);
  if (far === null) return next;
  return direction > 0 ? Math.max(next, far) : Math.min(next, far);
}
