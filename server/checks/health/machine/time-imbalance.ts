import { namesOfMeasure } from "../../../contracts/metrics.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { writeShare } from "../../../wording/quantities.ts";
import { firstOf } from "../first-of.ts";
import { objection } from "../../rule.ts";
import { RatioFold } from "../ratio.ts";
import type { KnownSeries, RunRule } from "../run-rule.ts";
import { LevelFold, SmoothedLevel } from "../sustained.ts";

const SPAN = 10;
const STEP = namesOfMeasure("step_time");
const PARTS = [
  {
    key: "generation",
    names: namesOfMeasure("generation_time"),
    limit: 0.8,
    after: " of a step's time is generation.",
  },
  {
    key: "waiting",
    names: namesOfMeasure("wait_time"),
    limit: 0.3,
    after: " of a step's time is waiting for rollouts.",
  },
] as const;

const info: RunRule["info"] = {
  id: "D25",
  name: "Unbalanced step",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of the time of a part over that of its step`,
  threshold: `generation at or above ${PARTS[0].limit}, waiting for a batch at or above ${PARTS[1].limit}, 3 steps in a row, still so at the last: info`,
  gate: "none",
  source: "verl's timings and prime-rl's guide; the limits are Ablab's own",
  why: "The trainer's devices idle while answers are generated, so a step costs more than it has to.",
  action: "Give generation more devices or an engine of its own, or shorten the answers.",
  brief: "unbalanced step",
};

const partsOf = <S extends KnownSeries>(series: ReadonlyMap<string, S>) =>
  PARTS.flatMap((part) => {
    const over = firstOf(series, part.names);
    return over ? [{ ...part, over }] : [];
  });

export const timeImbalance: RunRule = {
  info,
  reads: [...STEP, ...PARTS.flatMap(({ names }) => names)],
  lacks: ({ series }) =>
    firstOf(series, STEP) && partsOf(series).length > 0 ? null : "time of generation and of a step",
  plans({ series }) {
    const beside = firstOf(series, STEP);
    if (!beside) return [];
    return partsOf(series).map(({ key, over, limit }) => ({
      key,
      over,
      beside,
      begin: () => new RatioFold(new LevelFold(new SmoothedLevel(SPAN, [limit]))),
    }));
  },
  check({ series }, folds) {
    return partsOf(series).flatMap(({ key, over, limit, after }) => {
      const fold = folds.of(RatioFold<LevelFold>, key)?.inner;
      const from = fold?.level.heldSince(limit) ?? null;
      if (!fold || from === null) return [];
      return [
        objection(info, "info", {
          metric: over.metric,
          claim: { before: "", value: fold.level.now ?? NaN, kind: "share", after },
          evidence: `Since step ${writeWhole(from)}, smoothed over ${SPAN} steps; the limit is ${writeShare(limit)}.`,
          span: { from, to: fold.lastX },
        }),
      ];
    });
  },
};
