import { writeWhole } from "./numbers.ts";

/** A measured policy with where in its training it was, as far as anything was trained: "grpo-s0 at train step 40". */
export function writePolicyAt(
  name: string,
  { trainStep, stepOf }: { trainStep: number; stepOf: "train step" | "epoch" | null },
): string {
  return stepOf === null ? name : `${name} at ${stepOf} ${writeWhole(trainStep)}`;
}
