import type { LabelSetInfo } from "#server/contracts/prm.ts";

/** "on baseline-s0 by rules-s0": labelling runs are often named alike, so what they label comes first. */
export function setName({ labelled, run }: Pick<LabelSetInfo, "labelled" | "run">): string {
  return `on ${labelled.name} by ${run.name}`;
}
