import { elementCount, type LpModel } from "../../lp/model.ts";

/** Numbers a policy sees per entity. Entities are the model's columns, then its rows, then one global entity. */
export const FEATURE_COUNT = 32;

/** No feature leaves [-FEATURE_LIMIT, FEATURE_LIMIT]: one infinity would turn every weight into NaN. */
export const FEATURE_LIMIT = 5;

/** Features 3 to 14 tell the model's numbers: they get noise, or are hidden, until the entity is CHECKed. */
export const FIRST_HIDDEN = 3;
export const LAST_HIDDEN = 14;

/** Features that change during an episode start here; `observe` writes them. */
export const FIRST_DYNAMIC = 15;

/** What half of the usual box [0, 10] is worth; makes right-hand sides comparable across rows. */
const TYPICAL_VALUE = 5;
/** Rows whose coefficient vectors are closer than this in angle count as parallel. */
const PARALLEL_COSINE = 0.999;

/** A number a network can take: finite and within the limit. What is not a number says nothing, so it is 0. */
export function clampFeature(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.max(-FEATURE_LIMIT, Math.min(FEATURE_LIMIT, value));
}

interface RowShape {
  nonzeros: number;
  negatives: number;
  absSum: number;
  absMax: number;
  absMin: number;
  squares: number;
  /** Range of the activity that the column bounds allow. */
  minActivity: number;
  maxActivity: number;
}

function shapeOf(model: LpModel, i: number): RowShape {
  const shape: RowShape = {
    nonzeros: 0,
    negatives: 0,
    absSum: 0,
    absMax: 0,
    absMin: Infinity,
    squares: 0,
    minActivity: 0,
    maxActivity: 0,
  };
  for (let j = 0; j < model.colCount; j++) {
    const a = model.A[i * model.colCount + j];
    if (a === 0) continue;
    const size = Math.abs(a);
    shape.nonzeros++;
    if (a < 0) shape.negatives++;
    shape.absSum += size;
    shape.squares += a * a;
    shape.absMax = Math.max(shape.absMax, size);
    shape.absMin = Math.min(shape.absMin, size);
    shape.maxActivity += a * (a > 0 ? model.colUpper[j] : model.colLower[j]);
    shape.minActivity += a * (a > 0 ? model.colLower[j] : model.colUpper[j]);
  }
  return shape;
}

/**
 * Contradiction of row i with a parallel row k, in activity units of row i: positive where their intervals are apart,
 * negative where they overlap, -Infinity where both bound the same side only, null where the rows are not parallel.
 */
function contradiction(model: LpModel, i: number, k: number, shapes: RowShape[]): number | null {
  const n = model.colCount;
  let dot = 0;
  for (let j = 0; j < n; j++) dot += model.A[i * n + j] * model.A[k * n + j];
  const product = shapes[i].squares * shapes[k].squares;
  if (product === 0 || Math.abs(dot) <= PARALLEL_COSINE * Math.sqrt(product)) return null;
  const scale = dot / shapes[k].squares;
  const low = scale * (scale > 0 ? model.rowLower[k] : model.rowUpper[k]);
  const high = scale * (scale > 0 ? model.rowUpper[k] : model.rowLower[k]);
  return Math.max(model.rowLower[i], low) - Math.min(model.rowUpper[i], high);
}

function writeRow(
  model: LpModel,
  i: number,
  shapes: RowShape[],
  put: (k: number, value: number) => void,
): void {
  const shape = shapes[i];
  const lower = model.rowLower[i];
  const upper = model.rowUpper[i];
  const hasLower = lower > -Infinity;
  const unit = TYPICAL_VALUE * (shape.absSum || 1);
  put(0, 1);
  put(3, (hasLower ? 1 : 0) - (upper < Infinity ? 1 : 0));
  put(4, (hasLower ? lower : upper) / unit);
  put(5, shape.nonzeros / model.colCount);
  put(13, Math.max(lower - shape.maxActivity, shape.minActivity - upper) / unit);
  if (shape.nonzeros > 0) {
    const mean = shape.absSum / shape.nonzeros;
    put(6, shape.negatives / shape.nonzeros);
    put(7, Math.log(shape.absMax / mean));
    put(8, Math.log(mean));
    put(9, Math.log(mean / shape.absMin));
  }
  let worst = -Infinity;
  for (let k = 0; k < model.rowCount; k++) {
    const gap = k === i ? null : contradiction(model, i, k, shapes);
    if (gap === null) continue;
    put(10, 1);
    if (gap > worst) worst = gap;
  }
  if (worst > -Infinity) {
    put(11, 1);
    put(12, worst / unit);
  }
  if (shape.nonzeros === 1) put(14, 1);
}

function writeColumn(
  model: LpModel,
  j: number,
  shapes: RowShape[],
  put: (k: number, value: number) => void,
): void {
  const lower = model.colLower[j];
  const upper = model.colUpper[j];
  put(1, 1);
  put(3, lower / 10);
  put(4, upper / 10);
  put(5, (upper - lower) / 10);
  for (let i = 0; i < model.rowCount; i++)
    if (shapes[i].nonzeros === 1 && model.A[i * model.colCount + j] !== 0) put(6, 1);
}

/**
 * What is true of each entity before any action: (elements + 1) x FEATURE_COUNT, row-major. Features 0 to 2 tell the kind
 * (row, column, global). Rows: 3 sense, 4 right-hand side, 5 density, 6 share of negative coefficients, 7 to 9 spread and
 * size of coefficients (logarithms), 10 a parallel row exists, 11 it bounds the other side, 12 by how much they contradict,
 * 13 shortfall under the column bounds, 14 one variable only. Columns: 3 to 5 bounds and width, 6 a row of its own.
 */
export function staticFeatures(model: LpModel): Float32Array {
  const elements = elementCount(model);
  const features = new Float32Array((elements + 1) * FEATURE_COUNT);
  const shapes = Array.from({ length: model.rowCount }, (_, i) => shapeOf(model, i));
  const into = (entity: number) => (k: number, value: number) => {
    features[entity * FEATURE_COUNT + k] = clampFeature(value);
  };
  for (let j = 0; j < model.colCount; j++) writeColumn(model, j, shapes, into(j));
  for (let i = 0; i < model.rowCount; i++) writeRow(model, i, shapes, into(model.colCount + i));
  into(elements)(2, 1);
  return features;
}
