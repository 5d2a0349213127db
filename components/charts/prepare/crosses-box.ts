import { eachRun } from "./each-run.ts";
import type { Line } from "./plot-model.ts";
import type { Scale } from "./scale.ts";

/** In px. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Whether a drawn line passes through the box, between two of its samples too. */
export function crossesBox(line: Line, x: Scale, y: Scale, { left, right, top, bottom }: Box): boolean {
  const { samples } = line;
  let crosses = false;
  eachRun(line, [x.toValue(left), x.toValue(right)], (start, end) => {
    for (let index = start; index < end && !crosses; index++) {
      const next = Math.min(index + 1, end - 1);
      const [x0, x1] = [x.toPx(samples.x[index]), x.toPx(samples.x[next])];
      if (x1 < left || x0 > right) continue;
      const [y0, y1] = [y.toPx(samples.y[index]), y.toPx(samples.y[next])];
      const at = (px: number) => (x1 > x0 ? y0 + ((y1 - y0) * (px - x0)) / (x1 - x0) : y0);
      const [from, to] = x1 > x0 ? [at(Math.max(x0, left)), at(Math.min(x1, right))] : [y0, y1];
      crosses = Math.min(from, to) <= bottom && Math.max(from, to) >= top;
    }
  });
  return crosses;
}
