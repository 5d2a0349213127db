import { currentVerdict } from "../../../contracts/claim-verdict.ts";
import type { Difference } from "../../../contracts/experiment.ts";
import type { ReportAnswer } from "../../../contracts/reports/report-answer.ts";

function renamed(difference: Difference): Difference {
  const current = currentVerdict(difference.verdict ?? "");
  return current ? { ...difference, verdict: current } : difference;
}

/** A frozen answer with its verdicts under their current names. What was claimed stays what was published. */
export function withCurrentVerdicts(answer: ReportAnswer): ReportAnswer {
  if (answer.kind !== "table") return answer;
  return {
    ...answer,
    rows: answer.rows.map((row) => ({
      ...row,
      difference: Object.fromEntries(
        Object.entries(row.difference).map(([metric, difference]) => [metric, renamed(difference)]),
      ),
    })),
  };
}
