import { mean } from "./moments.ts";

/** Scores in [low, high), in the last bin also at 1, and what their labels were; null where the bin is empty. */
export interface CalibrationBin {
  low: number;
  high: number;
  n: number;
  meanScore: number | null;
  meanLabel: number | null;
}

/** Scores from 0 to 1 in `count` bins of equal width. */
export function calibrationBins(
  scores: readonly number[],
  labels: readonly number[],
  count: number,
): CalibrationBin[] {
  const members: number[][] = Array.from({ length: count }, () => []);
  scores.forEach((score, i) => members[Math.min(count - 1, Math.floor(score * count))].push(i));
  return members.map((own, bin) => ({
    low: bin / count,
    high: (bin + 1) / count,
    n: own.length,
    meanScore: own.length > 0 ? mean(own.map((i) => scores[i])) : null,
    meanLabel: own.length > 0 ? mean(own.map((i) => labels[i])) : null,
  }));
}

/** Expected calibration error: |mean score - mean label| over the bins, weighted by their share (Naeini et al. 2015). */
export function expectedCalibrationError(bins: readonly CalibrationBin[]): number {
  const total = bins.reduce((sum, bin) => sum + bin.n, 0);
  return bins.reduce(
    (sum, { n, meanScore, meanLabel }) =>
      meanScore === null || meanLabel === null ? sum : sum + (n / total) * Math.abs(meanScore - meanLabel),
    0,
  );
}
