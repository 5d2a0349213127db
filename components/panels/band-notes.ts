import { createElement, Fragment, type ReactNode } from "react";
import type { SeedBand } from "#server/contracts/series.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { axisLabel } from "./axis.ts";
import { binsNote } from "./bins-note.ts";
import { oneAxis } from "./one-axis.ts";

type Spread = Pick<SeedBand, "n" | "mean" | "low">;
type Band = Spread &
  Pick<SeedBand, "axis" | "elsewhere" | "restarted" | "unplaced" | "aligned" | "coarsened">;

const FEWEST = 3;

/** How many seeds are behind means and, where these have intervals, why some have none. */
export function seedNotes(bands: readonly Spread[], haveIntervals = true): string[] {
  const behind = bands.flatMap(({ n }) => n.filter((seeds) => seeds > 0));
  if (behind.length === 0) return [];
  const least = behind.reduce((a, b) => Math.min(a, b));
  const most = behind.reduce((a, b) => Math.max(a, b));
  const notes = [
    least === most ? `n ${most} ${most === 1 ? "seed" : "seeds"}` : `n ${least} to ${most} seeds`,
  ];
  if (!haveIntervals) return notes;
  if (least < FEWEST) notes.push(`no interval below ${FEWEST} seeds`);
  if (bands.some(areEqualSomewhere)) notes.push("no interval where all seeds are equal");
  return notes;
}

/** Whether seeds that are enough for an interval have none somewhere: without spread it would claim certainty. */
function areEqualSomewhere({ n, mean, low }: Spread): boolean {
  return n.some((seeds, i) => seeds >= FEWEST && mean[i] !== null && low[i] === null);
}

/** That configurations have another axis only and are not drawn; null where there are none. */
export function offAxisNote(configurations: number, axis: AxisName): string | null {
  if (configurations === 0) return null;
  return configurations === 1
    ? `1 configuration has no ${axisLabel(axis)} and is not drawn`
    : `${configurations} configurations have no ${axisLabel(axis)} and are not drawn`;
}

/** What the reader of mean lines must know besides: n, their axis, what is not drawn, how they were put together. */
export function bandNotes(bands: readonly Band[], asked: AxisName): string[] {
  return [...seedNotes(oneAxis(bands, asked).on), ...placeNotes(bands, asked)];
}

/** What of mean lines stands elsewhere than asked, or nowhere, and how they were put together. */
export function placeNotes(bands: readonly Band[], asked: AxisName): string[] {
  const { axis, on, off } = oneAxis(bands, asked);
  const unplaced = on.reduce((sum, band) => sum + band.unplaced, 0);
  const isDrawn = on.some(({ n }) => n.length > 0);
  return [
    axis === asked ? null : `over its own axis, ${axisLabel(axis)}: it has no ${axisLabel(asked)}`,
    offAxisNote(off.length, axis),
    elsewhereNote(on, axis),
    restartedNote(on, axis),
    unplaced > 0 && isDrawn ? unplacedNote(unplaced, axisLabel(axis)) : null,
    binsNote(on),
  ].filter((note) => note !== null);
}

/** That single runs of configurations have another axis only; null where there are none. */
export function elsewhereNote(bands: readonly Pick<SeedBand, "elsewhere">[], axis: AxisName): string | null {
  const runs = bands.reduce((sum, { elsewhere }) => sum + elsewhere, 0);
  if (runs === 0) return null;
  return `${runs} ${runs === 1 ? "run has" : "runs have"} no ${axisLabel(axis)} and ${runs === 1 ? "is" : "are"} not drawn`;
}

/** That resumed runs are left out, since each of their attempts begins on this axis anew; null where there are none. */
export function restartedNote(bands: readonly Pick<SeedBand, "restarted">[], axis: AxisName): string | null {
  const runs = bands.reduce((sum, { restarted }) => sum + restarted, 0);
  if (runs === 0) return null;
  return `${runs} ${runs === 1 ? "run was" : "runs were"} resumed and ${runs === 1 ? "is" : "are"} left out: ${axisLabel(axis)} began again`;
}

/** That points have no place on an axis, by its label, and are not drawn; there is one at least. */
export function unplacedNote(points: number, axis: string): string {
  return points === 1
    ? `1 point has no ${axis} and is not drawn`
    : `${points} points have no ${axis} and are not drawn`;
}

/** Notes as a sentence under a chart, before what else stands there. */
export function withNotes(notes: readonly string[], more?: ReactNode): ReactNode {
  if (notes.length === 0) return more;
  return createElement(Fragment, null, `${notes.join("; ")}. `, more);
}
