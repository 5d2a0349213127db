import { countOf } from "../../../wording/counts.ts";
import { writeNumber } from "../../../wording/numbers.ts";
import { writeShare } from "../../../wording/quantities.ts";
import { firstOf, needs } from "../first-of.ts";
import { objection } from "../../rule.ts";
import type { RunRule } from "../run-rule.ts";
import { TailFold } from "../tail.ts";

const [GRAD, ZERO] = ["optim/grad_norm", "group/zero_share"];
const NONE = 1e-6;
const LOGS = 3;
const DEAD = 0.5;

const info: RunRule["info"] = {
  id: "D15",
  name: "No gradient",
  family: "run health",
  formula: `the gradient norms of the last ${LOGS} logged steps`,
  threshold: `each below ${writeNumber(NONE)}: error`,
  gate: `silent where at least ${writeShare(DEAD)} of the groups are dead at the last step, which explains it (D01)`,
  source: "TRL issue 3857, ms-swift issue 5571",
  why: "Groups differ and nothing is updated: parameters are frozen, the loss is masked away, or a loss scaler skips every step.",
  action: "Look at which parameters require a gradient, at the loss mask, and at the scaler.",
  brief: "no gradient",
};

export const gradZero: RunRule = {
  info,
  reads: [GRAD, ZERO],
  lacks: needs(["gradient norm", [GRAD]]),
  plans({ series }) {
    const over = series.get(GRAD);
    return over ? [{ key: GRAD, over, begin: () => new TailFold(LOGS) }] : [];
  },
  check({ series }, folds) {
    const found = series.get(GRAD);
    const tail = folds.of(TailFold, GRAD);
    const dead = firstOf(series, [ZERO]);
    if (!found || !tail || tail.values.length < LOGS) return [];
    if (tail.values.some((value) => Math.abs(value) >= NONE) || tail.x.at(-1) !== found.lastX) return [];
    if (dead && dead.lastValue >= DEAD) return [];
    const known = dead ? `, though only ${writeShare(dead.lastValue)} of the groups are dead` : "";
    return [
      objection(info, "error", {
        metric: found.metric,
        claim: "The gradient is 0: nothing is trained.",
        evidence: `Below ${writeNumber(NONE)} in the last ${countOf(LOGS, "logged step")}${known}.`,
        span: { from: tail.x[0], to: tail.x[LOGS - 1] },
      }),
    ];
  },
};
