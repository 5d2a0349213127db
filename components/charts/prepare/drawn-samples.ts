import type { Line } from "./plot-model.ts";

/** Indices of the samples that are drawn and lie inside the domain. */
export function drawnSamples({ samples: { x }, runs }: Line, domain: readonly [number, number]): number[] {
  const indices: number[] = [];
  for (let run = 0; run < runs.length; run += 2)
    for (let index = runs[run]; index < runs[run + 1]; index++)
      if (x[index] >= domain[0] && x[index] <= domain[1]) indices.push(index);
  return indices;
}
