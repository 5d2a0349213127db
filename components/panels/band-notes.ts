import { createElement, Fragment, type ReactNode } from "react";
import type { SeedBand } from "#server/contracts/series.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { leftOutResumed, withoutPlace } from "#server/wording/feet.ts";
import { seedsBehind, writeSeeds } from "#server/wording/seeds.ts";
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
  const notes = [seedsBehind(least, most)];
  if (!haveIntervals) return notes;
  if (least < FEWEST) notes.push(`no interval below ${writeSeeds(FEWEST)}`);
  if (bands.some(areEqualSomewhere)) notes.push("no interval where all seeds are equal");
  return notes;
}

/** Whether seeds that are enough for an interval have none somewhere: without spread it would claim certainty. */
function areEqualSomewhere({ n, mean, low }: Spread): boolean {
  return n.some((seeds, i) => seeds >= FEWEST && mean[i] !== null && low[i] === null);
}

/** That configurations have another axis only and are not drawn; null where there are none. */
export function offAxisNote(configurations: number, axis: AxisName): string | null {
  return configurations === 0 ? null : withoutPlace(configurations, "configuration", axisLabel(axis));
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
    unplaced > 0 && isDrawn ? withoutPlace(unplaced, "point", axisLabel(axis)) : null,
    binsNote(on),
  ].filter((note) => note !== null);
}

/** That single runs of configurations have another axis only; null where there are none. */
export function elsewhereNote(bands: readonly Pick<SeedBand, "elsewhere">[], axis: AxisName): string | null {
  const runs = bands.reduce((sum, { elsewhere }) => sum + elsewhere, 0);
  return runs === 0 ? null : withoutPlace(runs, "run", axisLabel(axis));
}

/** That resumed runs are left out, since each of their attempts begins on this axis anew; null where there are none. */
export function restartedNote(bands: readonly Pick<SeedBand, "restarted">[], axis: AxisName): string | null {
  const runs = bands.reduce((sum, { restarted }) => sum + restarted, 0);
  return runs === 0 ? null : leftOutResumed(runs, axisLabel(axis));
}

/** Notes as a sentence under a chart, before what else stands there. */
export function withNotes(notes: readonly string[], more?: ReactNode): ReactNode {
  if (notes.length === 0) return more;
  return createElement(Fragment, null, `${notes.join("; ")}. `, more);
}
