import { toPixel } from "#server/numbers/round.ts";

export interface Spark {
  path: string;
  /** The last value, for the dot at the end; null where there is none. */
  end: { x: number; y: number } | null;
}

interface SparkOptions {
  width: number;
  height: number;
  /** Own scale unless given: 0 to 1 for shares that are compared down a column. */
  domain?: [number, number];
  /** How far along the planned length the run is, 0 to 1: unfinished runs are shorter. */
  progress?: number;
}

const INSET = 3;

/** Where the value at a place stands in a line of so many values and px. */
export const sparkX = (place: number, values: number, width: number): number =>
  toPixel(1 + (values > 1 ? (place / (values - 1)) * (width - INSET - 1) : 0));

/** A small line without axes: values at equal distances, null breaks it. */
export function sparkPath(values: (number | null)[], options: SparkOptions): Spark {
  const { width, height, progress = 1 } = options;
  const finite = values.filter((value): value is number => value !== null && Number.isFinite(value));
  const [low, high] = options.domain ?? [Math.min(...finite), Math.max(...finite)];
  const length = (width - INSET - 1) * Math.min(1, Math.max(0, progress));
  const toX = (index: number) => 1 + (values.length > 1 ? (index / (values.length - 1)) * length : 0);
  const toY = (value: number) =>
    height - INSET - (high > low ? (value - low) / (high - low) : 0.5) * (height - 2 * INSET);
  let path = "";
  let end: Spark["end"] = null;
  let pen = "M";
  values.forEach((value, index) => {
    if (value === null || !Number.isFinite(value)) {
      pen = "M";
      return;
    }
    end = { x: toPixel(toX(index)), y: toPixel(toY(value)) };
    path += `${pen}${end.x} ${end.y}`;
    pen = "L";
  });
  return { path, end };
}
