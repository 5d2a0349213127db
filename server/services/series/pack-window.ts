import {
  columnBytes,
  type ColumnKind,
  type ColumnName,
  type PackedColumn,
} from "../../contracts/charts/unpack-window.ts";
import type { PackedWindow, SeriesWindow } from "../../contracts/charts/series-window.ts";

type Column = Float64Array | Uint32Array;

const isZero = (count: number): boolean => count === 0;

/** What raw points were, with NaN and infinities in their places. */
function valuesOf({ first, posInf, negInf }: SeriesWindow): Float64Array {
  const hasNoInfinity = posInf.every(isZero) && negInf.every(isZero);
  return hasNoInfinity
    ? first
    : first.map((value, i) => (posInf[i] > 0 ? Infinity : negInf[i] > 0 ? -Infinity : value));
}

function columnsOf(window: SeriesWindow, choice: "all" | "drawn"): [ColumnName, Column | null][] {
  const { raw, x0, x1, at0, at1, first, last, min, max, mean, smoothed, n, nan, posInf, negInf } = window;
  if (raw)
    return [
      ["x", x0],
      ["value", valuesOf(window)],
      ["at", at0],
      ["smoothed", smoothed],
    ];
  const some = (counts: Uint32Array) => (counts.every(isZero) ? null : counts);
  const all = choice === "all";
  return [
    ["x0", x0],
    ["x1", x1],
    ["at0", at0],
    ["at1", at1],
    ["first", all ? first : null],
    ["last", all ? last : null],
    ["min", min],
    ["max", max],
    ["mean", mean],
    ["smoothed", smoothed],
    ["n", n],
    ["nan", some(nan)],
    ["posInf", some(posInf)],
    ["negInf", some(negInf)],
  ];
}

function areSame(column: Column): boolean {
  const [start] = column;
  for (let i = 1; i < column.length; i++) if (!Object.is(column[i], start)) return false;
  return column.length > 1;
}

function areFloat32(column: Float64Array): boolean {
  for (let i = 0; i < column.length; i++) {
    const value = column[i];
    if (Math.fround(value) !== value && value === value) return false;
  }
  return true;
}

/** The narrowest way to write a column from which every number, NaN included, is read back as it was. */
function kindOf(column: Column): ColumnKind {
  if (areSame(column)) return "same";
  if (column instanceof Uint32Array) return "u32";
  return areFloat32(column) ? "f32" : "f64";
}

const isWide = (kind: ColumnKind): boolean => kind === "f64" || kind === "same";

function write(bytes: Buffer, offset: number, kind: ColumnKind, column: Column): void {
  const written =
    kind === "same" ? Float64Array.of(column[0]) : kind === "f32" ? new Float32Array(column) : column;
  bytes.set(new Uint8Array(written.buffer, written.byteOffset, written.byteLength), offset);
}

/** A window as it goes over the wire. */
export function packWindow(window: SeriesWindow, choice: "all" | "drawn" = "all"): PackedWindow {
  const size = window.x0.length;
  const chosen = columnsOf(window, choice).flatMap(([name, column]) =>
    column ? [{ entry: [name, kindOf(column)] as PackedColumn, column }] : [],
  );
  const ordered = [
    ...chosen.filter(({ entry: [, kind] }) => isWide(kind)),
    ...chosen.filter(({ entry: [, kind] }) => !isWide(kind)),
  ];
  const bytes = Buffer.allocUnsafe(ordered.reduce((sum, { entry }) => sum + columnBytes(entry, size), 0));
  let offset = 0;
  for (const { entry, column } of ordered) {
    write(bytes, offset, entry[1], column);
    offset += columnBytes(entry, size);
  }
  const { runId, attemptId, attempt, metric, axis, ownAxis, raw, total, unplaced, hidden, after, held } =
    window;
  return {
    ...(window.interpolated && { interpolated: true }),
    ...(window.coarselySmoothed && { coarselySmoothed: true }),
    ...(window.ofLogger && { ofLogger: true }),
    ...(window.damaged !== undefined && { damaged: window.damaged }),
    runId,
    attemptId,
    attempt,
    metric,
    axis,
    ownAxis,
    raw,
    total,
    unplaced,
    hidden,
    after,
    held,
    size,
    columns: ordered.map(({ entry }) => entry),
    packed: bytes.toString("base64"),
  };
}
