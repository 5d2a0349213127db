import type { EpisodeDetail } from "#server/contracts/evaluation.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeShare } from "#server/wording/quantities.ts";

/** How an episode ended, in one sentence. */
export function outcomeText(
  outcome: EpisodeDetail["outcome"],
  maxSteps: number,
  lastAction: string | null,
): string {
  const { solved, steps, op, da, clean, confirmed } = outcome;
  const end = solved
    ? `Solved at step ${steps}`
    : lastAction === "SUBMIT"
      ? `Not solved: it submitted at step ${steps}`
      : steps >= maxSteps
        ? `Not solved within ${countOf(maxSteps, "step")}`
        : `Not solved; it ended at step ${steps}`;
  const facts = [
    op === null ? null : `OP ${writeShare(op)}`,
    da === null ? null : `DA ${writeShare(da)}`,
    clean === null ? null : clean ? "clean" : "not clean",
    confirmed === null ? null : confirmed ? "the integer model has a solution" : "the integer model has none",
  ].filter((fact) => fact !== null);
  return `${[end, ...facts].join(", ")}.`;
}
