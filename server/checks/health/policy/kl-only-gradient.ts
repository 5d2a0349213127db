import { writeNumber, writeWhole } from "../../../wording/numbers.ts";
import { needs } from "../first-of.ts";
import { objection } from "../../rule.ts";
import type { RunRule } from "../run-rule.ts";
import { LevelFold, SmoothedLevel } from "../sustained.ts";

const SPAN = 10;
const DEAD = 0.9;
const MOVES = 1e-6;
const [ZERO, SOLVED, KL, GRAD] = [
  "group/zero_share",
  "group/all_solved_share",
  "policy/kl",
  "optim/grad_norm",
];

const info: RunRule["info"] = {
  id: "D11",
  name: "KL-only gradient",
  family: "run health",
  formula: `exponentially weighted means (span ${SPAN} steps) of the share of dead groups, the KL term and the gradient norm`,
  threshold: `share of dead groups at or above ${DEAD}, 3 steps in a row, still so at the last, with a KL term and a gradient above ${writeNumber(MOVES)}: error`,
  gate: "only info where most groups are dead because they are solved; silent without a KL term",
  source:
    "the logs of reasoning-from-scratch, chapter 7: such a run goes off course once its rewards are all 0",
  why: "Only the KL term still trains. It knows nothing of the task, and can lead the policy anywhere near its reference.",
  action: "Pause; mend the reward or the problems, or set the weight of the KL term to 0.",
  brief: "KL-only gradient",
};

export const klOnlyGradient: RunRule = {
  info,
  reads: [ZERO, SOLVED, KL, GRAD],
  lacks: needs(["share of dead groups", [ZERO]], ["KL", [KL]], ["gradient norm", [GRAD]]),
  plans({ series }) {
    const [zero, kl, grad] = [series.get(ZERO), series.get(KL), series.get(GRAD)];
    if (!zero || !kl || !grad) return [];
    const level = (limit: number) => () => new LevelFold(new SmoothedLevel(SPAN, [limit]));
    return [
      { key: ZERO, over: zero, begin: level(DEAD) },
      { key: KL, over: kl, begin: level(0) },
      { key: GRAD, over: grad, begin: level(MOVES) },
    ];
  },
  check({ series }, folds) {
    const [dead, kl, grad] = [ZERO, KL, GRAD].map((key) => folds.of(LevelFold, key));
    const from = dead?.level.heldSince(DEAD) ?? null;
    if (!dead || from === null || !((kl?.level.now ?? 0) > 0)) return [];
    if (grad?.level.heldSince(MOVES) === null) return [];
    const isSolved = (series.get(SOLVED)?.lastValue ?? 0) >= DEAD / 2;
    return [
      objection(info, isSolved ? "info" : "error", {
        metric: series.get(KL)?.metric,
        speaksOf: [series.get(ZERO)?.metric ?? ZERO],
        claim: {
          before: "",
          value: dead.level.now ?? NaN,
          kind: "share",
          after: " of groups are dead, so the KL term alone moves the policy.",
        },
        evidence: `Since step ${writeWhole(from)}, smoothed over ${SPAN} steps; gradient norm ${writeNumber(grad?.level.now)}, KL ${writeNumber(kl?.level.now)} nats.`,
        span: { from, to: dead.lastX },
      }),
    ];
  },
};
