import type { Group } from "../../lab/algo/draw-groups.ts";
import { POINTS_PER_REWARD } from "../../lab/algo/rewards.ts";
import type { RepairStepRecord } from "../../lab/algo/train-on-groups.ts";
import type { Stage } from "../../lab/curriculum/stage.ts";
import { LEVEL_NAMES } from "../../lab/env/draft.ts";
import { mean } from "../../math/moments.ts";
import type { StageEvent } from "../../protocol/stage-event.ts";
import type { Values } from "../reporter.ts";

/** Means of the reward components over the drawn episodes of which they are known; points as hundredths of the reports'. */
export function componentValues(groups: readonly Group[]): Values {
  const all = groups.flatMap((group) => group.components);
  const values = Object.entries({
    "reward/outcome": all.map(({ outcome }) => outcome / POINTS_PER_REWARD),
    "reward/process": all.map(({ process }) => process / POINTS_PER_REWARD),
    "reward/recall": all.flatMap(({ recall }) => recall ?? []),
    "reward/jaccard": all.flatMap(({ jaccard }) => jaccard ?? []),
    "reward/efficiency": all.map(({ efficiency }) => efficiency / POINTS_PER_REWARD),
    "reward/format": all.map(({ format }) => format / POINTS_PER_REWARD),
  });
  return Object.fromEntries(values.filter(([, of]) => of.length > 0).map(([name, of]) => [name, mean(of)]));
}

/** What a curriculum drew. */
export function levelValues({ levels }: RepairStepRecord): Values {
  if (!levels) return {};
  return { "curriculum/level": levels.report.meanLevel, "curriculum/success": levels.report.success };
}

/** A stage of the problem source, with the levels by their names. */
export function stageEvent({ weights, ...stage }: Stage): StageEvent {
  const named = weights.map((weight, i) => [LEVEL_NAMES[i], Math.min(1, weight)]);
  return {
    t: "stage",
    at: Date.now(),
    ...stage,
    weights: Object.fromEntries(named) as StageEvent["weights"],
  };
}
