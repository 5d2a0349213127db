import { countOf } from "../../../wording/counts.ts";
import { writeNumber } from "../../../wording/numbers.ts";
import { needs } from "../first-of.ts";
import { objection } from "../../rule.ts";
import type { RunRule } from "../run-rule.ts";
import { TailFold } from "../tail.ts";
import { directionOf } from "../trend.ts";
import { upperMedian } from "../../../numbers/middle.ts";

const GRAD = "optim/grad_norm";
const LOGS = 100;
const ENDS = 20;
const TIMES = 4;

const info: RunRule["info"] = {
  id: "D14",
  name: "Growing gradient",
  family: "run health",
  formula: `Mann-Kendall test on the gradient norms of the last ${LOGS} logged steps; the median of the last ${ENDS} of them over that of the first ${ENDS}`,
  threshold: `it rises (one-sided at 5 %) and is at least ${TIMES} times, two doublings: warning`,
  gate: `silent with fewer than ${LOGS} values`,
  source:
    "verl's FAQ and TRL issue 2980: a gradient that keeps growing mostly comes from precision that differs between training and inference",
  why: "A norm that doubles again and again ends in a collapse or in values that are not finite.",
  action:
    "Look at the distance between training and inference (D18); lower the learning rate or clip the gradient.",
  brief: "growing gradient",
};

export const gradTrend: RunRule = {
  info,
  reads: [GRAD],
  lacks: needs(["gradient norm", [GRAD]]),
  plans({ series }) {
    const over = series.get(GRAD);
    return over ? [{ key: GRAD, over, begin: () => new TailFold(LOGS) }] : [];
  },
  check({ series }, folds) {
    const found = series.get(GRAD);
    const tail = folds.of(TailFold, GRAD);
    if (!found || !tail || tail.values.length < LOGS) return [];
    const [first, last] = [upperMedian(tail.values.slice(0, ENDS)), upperMedian(tail.values.slice(-ENDS))];
    if (!(first > 0) || last / first < TIMES || directionOf(tail.values) !== "rises") return [];
    return [
      objection(info, "warning", {
        metric: found.metric,
        claim: {
          before: "The gradient norm grew to ",
          value: last / first,
          kind: "factor",
          after: ` times within ${countOf(LOGS, "logged step")}.`,
        },
        evidence: `From ${writeNumber(first)} to ${writeNumber(last)}, medians of ${ENDS} values each.`,
        span: { from: tail.x[0], to: tail.x[LOGS - 1] },
      }),
    ];
  },
};
