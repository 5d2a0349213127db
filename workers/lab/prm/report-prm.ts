import { type CalibrationBin, calibrationBins, expectedCalibrationError } from "../../math/calibration.ts";
import { mean } from "../../math/moments.ts";
import { concordance, spearman } from "../../math/ranks.ts";

const BINS = 10;

/** How well scores meet labels. Structurally the numbers of the wire's `PrmReport`. */
export interface ScoreReport {
  n: number;
  mse: number;
  baselineMse: number;
  mae: number;
  ece: number;
  auroc: number | null;
  spearman: number | null;
  bins: CalibrationBin[];
}

/** Report on held-out steps; the baseline always says `trainMean`, the mean label of the training part. */
export function reportScores(
  scores: readonly number[],
  labels: readonly number[],
  trainMean: number,
): ScoreReport {
  const bins = calibrationBins(scores, labels, BINS);
  return {
    n: labels.length,
    mse: meanSquaredError(scores, labels),
    baselineMse: mean(labels.map((label) => (trainMean - label) ** 2)),
    mae: mean(labels.map((label, i) => Math.abs(scores[i] - label))),
    ece: expectedCalibrationError(bins),
    auroc: concordance(scores, labels),
    spearman: spearman(scores, labels),
    bins,
  };
}

/** Scores and labels by the action of the step, most frequent first; what an episode's mean score is made of. */
export function reportByAction(
  scores: readonly number[],
  labels: readonly number[],
  actions: readonly string[],
): { action: string; n: number; meanScore: number; meanLabel: number }[] {
  return [...Map.groupBy(actions.keys(), (i) => actions[i])]
    .map(([action, own]) => ({
      action,
      n: own.length,
      meanScore: mean(own.map((i) => scores[i])),
      meanLabel: mean(own.map((i) => labels[i])),
    }))
    .toSorted((a, b) => b.n - a.n || (a.action < b.action ? -1 : 1));
}

export function meanSquaredError(scores: readonly number[], labels: readonly number[]): number {
  return mean(labels.map((label, i) => (scores[i] - label) ** 2));
}
