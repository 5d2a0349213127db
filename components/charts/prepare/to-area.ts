import type { Area, Line } from "./plot-model.ts";

/** The fill of a line whose samples have bounds: along each of its stretches, as far as there are any. */
export function toArea({ samples, runs }: Line, means: Area["means"]): Area | null {
  if (!samples.bounds) return null;
  const { low, high } = samples.bounds;
  const bounded: number[] = [];
  for (let run = 0; run < runs.length; run += 2) {
    let start = -1;
    for (let index = runs[run]; index <= runs[run + 1]; index++) {
      const has = index < runs[run + 1] && Number.isFinite(low[index]) && Number.isFinite(high[index]);
      if (has && start < 0) start = index;
      if (has || start < 0) continue;
      bounded.push(start, index);
      start = -1;
    }
  }
  return { means, samples, low, high, runs: Uint32Array.from(bounded) };
}
