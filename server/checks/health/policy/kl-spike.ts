import { countOf } from "../../../wording/counts.ts";
import { writeNumber, writeWhole } from "../../../wording/numbers.ts";
import { needs } from "../first-of.ts";
import { objection } from "../../rule.ts";
import type { RunRule } from "../run-rule.ts";
import { BEFORE, jumpsIn, jumpsOf, LASTING, TIMES } from "./kl-course.ts";

const KL = "policy/kl";

const info: RunRule["info"] = {
  id: "D10",
  name: "KL spike",
  family: "run health",
  formula: `the divergence from the reference policy over the median of the ${BEFORE} values before`,
  threshold: `more than ${TIMES} times in fewer than ${LASTING} logs in a row, then back: info`,
  gate: "what lasts is D09",
  source: "open-r1-multimodal issue 16, OpenRLHF issue 931: single spikes are mostly harmless",
  why: "One rare token can raise the estimate of a step by orders of magnitude; the policy need not have changed.",
  action: "Nothing, unless gradient norm and reward move with it.",
  brief: "KL spike",
};

export const klSpike: RunRule = {
  info,
  reads: [KL],
  lacks: needs(["KL", [KL]]),
  plans({ series }) {
    const over = series.get(KL);
    return over ? [jumpsOf(over)] : [];
  },
  check({ series }, folds) {
    const found = series.get(KL);
    const jumps = jumpsIn(folds);
    if (!found || !jumps?.lastSpike) return [];
    const { from, to, most, before } = jumps.lastSpike;
    return [
      objection(info, "info", {
        metric: found.metric,
        claim: {
          before: "KL to the reference spiked to ",
          value: most / before,
          kind: "factor",
          after: " times what it was, and came back.",
        },
        evidence: `${countOf(jumps.spikes, "spike")}, the last at step ${writeWhole(from)} from ${writeNumber(before)} to ${writeNumber(most)} nats.`,
        span: { from, to },
      }),
    ];
  },
};
