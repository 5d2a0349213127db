import { selectPrmReportsOfRuns } from "#db/queries/labels.ts";
import type { LaunchPlan } from "../../contracts/launch/plan.ts";
import { rankingWords, ranksPoorly } from "../../checks/prm-ranking.ts";
import { countOf } from "../../wording/counts.ts";
import { writeShare } from "../../wording/quantities.ts";
import type { ServiceContext } from "../context.ts";
import type { FilledSlot } from "./fill-slots.ts";

/** What is on record of the things a launch takes and should be known before they are used; `variants` names all of them. */
export function inputLints(
  ctx: ServiceContext,
  filled: readonly FilledSlot[],
  variants: string[],
): LaunchPlan["lints"] {
  const models = filled.filter(({ kind }) => kind === "prm");
  const reports = selectPrmReportsOfRuns(
    ctx.db,
    models.map(({ fromRunId }) => fromRunId),
  );
  return models.flatMap(({ slot, fromRunId, fromName }) => {
    const report = reports.get(fromRunId);
    if (!report || variants.length === 0 || !ranksPoorly(report)) return [];
    return [
      {
        id: "L18",
        level: "caution" as const,
        field: slot,
        claim: `This model ${rankingWords(report)}.`,
        detail: `Of two of the ${countOf(report.n, "held-out step")} of ${fromName} with different labels it scores the better one higher in ${writeShare(report.auroc)}; 50 % is chance. A reward by such a score pays for much that is not progress.`,
        variants,
      },
    ];
  });
}
