import { writePlace } from "#server/wording/charts/axes.ts";
import { writeCount } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";

/** One bin of scores with what was really labelled there; means are null in an empty bin. */
export interface CalibrationBin {
  low: number;
  high: number;
  n: number;
  meanScore: number | null;
  meanLabel: number | null;
}

export interface CalibrationDot {
  key: string;
  x: number;
  y: number;
  /** Share of all items, 0 to 1. */
  weight: number;
  n: number;
  /** Fewer than 10 items: its mean carries little. */
  thin: boolean;
  text: string;
}

export interface CalibrationModel {
  dots: CalibrationDot[];
  /** Height of each bin's bar against the fullest bin, 0 to 1, over the scores it spans. */
  bars: { key: string; from: number; to: number; height: number }[];
  /** Bins of fewer than 10 items. */
  thin: number;
  n: number;
}

const THIN = 10;

/** Places the bins of a calibration report. Scores and labels are 0 to 1; what lies outside is drawn at the edge. */
export function prepareCalibration(bins: readonly CalibrationBin[]): CalibrationModel {
  const n = bins.reduce((sum, bin) => sum + bin.n, 0);
  const fullest = Math.max(1, ...bins.map((bin) => bin.n));
  const inside = (value: number) => Math.min(1, Math.max(0, value));
  const dots = bins.flatMap(({ low, high, n: count, meanScore, meanLabel }): CalibrationDot[] =>
    count === 0 || meanScore === null || meanLabel === null
      ? []
      : [
          {
            key: `${low}`,
            x: inside(meanScore),
            y: inside(meanLabel),
            weight: count / n,
            n: count,
            thin: count < THIN,
            text: `scores ${writePlace(low)} to ${writePlace(high)}: mean score ${writeNumber(meanScore)}, mean label ${writeNumber(meanLabel)}, n ${writeCount(count)}`,
          },
        ],
  );
  return {
    dots,
    bars: bins
      .filter((bin) => bin.n > 0)
      .map((bin) => ({
        key: `${bin.low}`,
        from: inside(bin.low),
        to: inside(bin.high),
        height: bin.n / fullest,
      })),
    thin: bins.filter((bin) => bin.n > 0 && bin.n < THIN).length,
    n,
  };
}
