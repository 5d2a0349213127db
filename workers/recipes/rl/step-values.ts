import type { Group } from "../../lab/algo/draw-groups.ts";
import { POINTS_PER_REWARD } from "../../lab/algo/rewards.ts";
import type { RepairStepRecord } from "../../lab/algo/train-on-groups.ts";
import type { Stage } from "../../lab/curriculum/stage.ts";
import { LEVEL_NAMES } from "../../lab/env/draft.ts";
import { mean } from "../../math/moments.ts";
import type { StageEvent } from "../../protocol/stage-event.ts";
import { type StepMeter, STEP_PARTS } from "../../lab/algo/step-meter.ts";
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

const BYTES_PER_MB = 1e6;

/** Memory that this process holds, in MB. */
export const residentMemory = (): number => process.memoryUsage.rss() / BYTES_PER_MB;

/** CPU seconds of each part of a step, and the memory held as it ended; a part that was not entered held none. */
export function useValues(meter: StepMeter): Values {
  const { time, memory } = meter.take();
  return Object.fromEntries(
    STEP_PARTS.flatMap((part) => {
      const held = memory[part];
      const values: [string, number][] = [[`time/${part}`, time[part]]];
      return held === undefined ? values : [...values, [`memory/${part}`, held]];
    }),
  );
}
