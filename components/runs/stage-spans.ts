import type { StageOfRun } from "#server/contracts/rollouts/stage-of-run.ts";

export interface StageSpan {
  stage: StageOfRun;
  /** Train steps of the stage, at least one. */
  share: number;
  /** Mean level drawn, 0 where only the easiest is, 100 where only the hardest. */
  hardness: number;
}

/** How long each stage lasted and how hard it was. The one that goes on reaches to the step the run is at. */
export function stageSpans(stages: readonly StageOfRun[], step: number, planned: number): StageSpan[] {
  return stages.map((stage) => {
    const end = stage.to ?? Math.min(planned, Math.max(step, stage.from));
    const weights = Object.values(stage.weights);
    const mean = weights.reduce((sum, weight, level) => sum + weight * level, 0);
    const hardness = Math.round((100 * mean) / Math.max(1, weights.length - 1));
    return { stage, share: Math.max(1, end - stage.from + 1), hardness };
  });
}
