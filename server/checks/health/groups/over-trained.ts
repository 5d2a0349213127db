import { writeNumber } from "../../../wording/numbers.ts";
import { objection } from "../../rule.ts";
import type { RunRule } from "../run-rule.ts";

const SAMPLES = 8;
const FEWEST = 1.5;

const info: RunRule["info"] = {
  id: "D30",
  name: "Over-trained start",
  family: "run health",
  formula: `sft/distinct: different episodes among ${SAMPLES} samples of one problem at temperature 1, mean over problems, at the last epoch measured`,
  threshold: `at most ${FEWEST}: most problems are played in one way only`,
  gate: "silent where the last value is none",
  source:
    "groups of equal episodes have equal rewards, and the advantage of each is 0: a policy that imitates without variety leaves RL nothing to compare",
  why: "RL from this start samples the same episode again and again, so its groups are dead whatever the reward.",
  action: "Train fewer SFT epochs, on more demonstrations, or with a less certain expert.",
  brief: "no variety",
};

export const overTrained: RunRule = {
  info,
  reads: ["sft/distinct", "sft/entropy"],
  plans: () => [],
  check({ series }) {
    const distinct = series.get("sft/distinct");
    const last = distinct?.lastValue;
    if (!distinct || last === undefined || !Number.isFinite(last) || last > FEWEST) return [];
    const entropy = series.get("sft/entropy")?.lastValue;
    const nats = entropy === undefined ? "" : `, entropy ${writeNumber(entropy)} nats`;
    return [
      objection(info, "warning", {
        metric: "sft/distinct",
        claim: {
          before: `Of ${SAMPLES} samples of a problem only `,
          value: last,
          kind: "number",
          after: " are different, so RL from this start has little to compare.",
        },
        evidence: `${writeNumber(last)} on average over problems, after epoch ${writeNumber(distinct.lastX)}${nats}; the limit is ${writeNumber(FEWEST)}.`,
        span: { from: distinct.lastX, to: distinct.lastX },
      }),
    ];
  },
};
