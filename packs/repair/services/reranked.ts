import type { ProblemOutcome } from "#db/queries/episodes.ts";
import { valueOn } from "../../../workers/protocol/metrics/values-over-problems.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import type { EvaluationProtocol } from "../../../workers/protocol/events.ts";
import type { Reranked } from "../../../server/contracts/evaluation.ts";
import { settledSign } from "../../../server/numbers/excludes-zero.ts";
import { meanInterval } from "../../../server/stats/mean-interval.ts";
import type { Estimate } from "../../../server/stats/estimate.ts";
import { wilson } from "../../../server/stats/problems/wilson.ts";
import { countOf, writeN } from "../../../server/wording/counts.ts";
import { quantityText } from "../../../server/wording/quantities.ts";
import { estimateOfShares } from "../../../server/services/evaluations/metric-registry.ts";

const wordsOf = (metric: "rerank/sampled_rr_at_5" | "rerank/oracle_rr_at_5") => {
  const { title, definition } = metricInfo(metric);
  return { title, definition };
};

/** Title and definition of what samples are worth, here and where evaluations are compared. */
export const RERANKED = {
  sampled: wordsOf("rerank/sampled_rr_at_5"),
  best: wordsOf("rerank/oracle_rr_at_5"),
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** RR@5 of all samples, of those that a process reward model chose, and of the best possible choice, over the same problems. */
export function rerankedRows(
  outcomes: readonly ProblemOutcome[],
  { rerank }: Pick<EvaluationProtocol, "rerank">,
): Reranked | null {
  const known = outcomes.flatMap((row) =>
    row.sampledAt5 === null
      ? []
      : [
          {
            sampled: row.sampledAt5,
            chosen: valueOn("eval/rr_at_5", row) ?? 0,
            best: Number(row.sampledAt5 > 0),
          },
        ],
  );
  if (!rerank || known.length === 0) return null;
  const n = known.length;
  const row = (title: string, definition: string, estimate: Estimate, hits: number | null) => {
    const { value, low, high, method } = estimate;
    return {
      id: "eval/rr_at_5",
      title,
      unit: "share" as const,
      value,
      low,
      high,
      n,
      of: "problems",
      hits,
      method,
      definition,
    };
  };
  const share = (name: "chosen" | "best") => sum(known.map((one) => one[name]));
  const toSampled = (name: "chosen" | "best") => {
    const { value, low, high, method } = meanInterval(known.map((one) => one[name] - one.sampled));
    return { value: value ?? 0, low, high, method: `paired by problem: ${method}` };
  };
  const chosen = toSampled("chosen");
  const sampled = estimateOfShares(known.map((one) => one.sampled));
  const [ofChosen, ofBest] = [share("chosen"), share("best")];
  return {
    samples: rerank.samples,
    rows: [
      { ...row(RERANKED.sampled.title, RERANKED.sampled.definition, sampled, null), difference: null },
      {
        ...row(
          "RR@5, chosen by the PRM",
          metricInfo("eval/rr_at_5").definition,
          wilson(ofChosen, n),
          ofChosen,
        ),
        difference: chosen,
      },
      {
        ...row(RERANKED.best.title, RERANKED.best.definition, wilson(ofBest, n), ofBest),
        difference: toSampled("best"),
      },
    ],
    message: worth(chosen, n, rerank.samples),
  };
}

/** Whether choosing by the model is better than taking any sample, by the interval of the paired difference. */
function worth(
  difference: { value: number; low: number | null; high: number | null },
  n: number,
  samples: number,
): string {
  const by = `${quantityText({ ...difference, unit: "share", difference: true })}, ${writeN(n)}`;
  const sign = settledSign(difference);
  if (sign === 1)
    return `Choosing by the PRM is worth more than taking any of ${countOf(samples, "sample")}: ${by}.`;
  if (sign === -1)
    return `Choosing by the PRM is worse than taking any of ${countOf(samples, "sample")}: ${by}.`;
  return `Choosing by the PRM is not shown to be worth more than taking any of ${countOf(samples, "sample")}: ${by}.`;
}
