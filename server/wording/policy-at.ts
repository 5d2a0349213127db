import { countOf } from "./counts.ts";
import { writeWhole } from "./numbers.ts";

/** A measured policy with where in its training it was, as far as anything was trained: "grpo-s0 at train step 40". */
export function writePolicyAt(
  name: string,
  { trainStep, stepOf }: { trainStep: number; stepOf: "train step" | "epoch" | null },
): string {
  return stepOf === null ? name : `${name} at ${stepOf} ${writeWhole(trainStep)}`;
}

const NAMED = 5;

/** By how many versions of a policy something was answered: "3 policy versions (38, 39, 40)". */
export const policyVersions = (policies: readonly string[]): string =>
  `${countOf(policies.length, "policy version")} (${policies.slice(0, NAMED).join(", ")}${policies.length > NAMED ? ", ..." : ""})`;

/** What an evaluation of several versions is not; null where it is of one, or nobody says of which. */
export const severalPoliciesText = (policies: readonly string[]): string | null =>
  policies.length > 1
    ? `Answered by ${policyVersions(policies)}: its values are not those of one policy.`
    : null;
