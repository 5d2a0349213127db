import { toDigits } from "#server/numbers/round.ts";
import { axisLabel } from "#components/panels/axis.ts";
import { elsewhereNote, offAxisNote, restartedNote, seedNotes } from "#components/panels/band-notes.ts";
import { binsNote } from "#components/panels/bins-note.ts";
import { isOnOwnAxis } from "#components/panels/panel-question.ts";
import { smoothingWords } from "#components/panels/smoothing-text.ts";
import type { GroupBand } from "#server/contracts/series.ts";
import type { Smoothing } from "#server/contracts/smoothing.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { writePlace } from "#server/wording/axes.ts";
import { countOf, plural, writeOf } from "#server/wording/counts.ts";
import { withoutPlace } from "#server/wording/feet.ts";
import { groupAxis } from "./group-axis.ts";
import { notSent } from "./not-sent.ts";
import type { GroupMode } from "./group-lines.ts";

export interface NotesQuestion {
  metric: string;
  /** As asked. */
  axis: AxisName;
  mode: GroupMode;
  smoothing: Smoothing;
  /** Runs of repeated seeds that no group counts. */
  leftOut: number;
}

function sum(bands: readonly GroupBand[], read: (band: GroupBand) => number): number {
  return bands.reduce((total, band) => total + read(band), 0);
}

/** How many seeds are behind the lines, and what else their reader must know. */
export function groupNotes(bands: readonly GroupBand[], question: NotesQuestion): string[] {
  const { axis, drawn, others } = groupAxis(bands, question.axis);
  if (drawn.length === 0) return [];
  return [
    ...seedNotes(drawn, question.mode === "mean-ci"),
    nonFiniteNote(drawn, axis),
    ...placeNotes(drawn, axis, others, question),
    // Of a configuration all of whose runs are left out nothing is drawn.
    restartedNote(groupsOn(bands, axis), axis),
    notSentNote(groupsOn(bands, axis)),
    ...waysTogether(drawn, question.smoothing),
    leftOutNote(question.leftOut),
  ].filter((note) => note !== null);
}

/** Where points are NaN or infinite; how many is told with their marks. */
function nonFiniteNote(drawn: readonly GroupBand[], axis: AxisName): string | null {
  const having = drawn.filter(({ nonFinite }) => nonFinite.some((points) => points > 0));
  if (having.length === 0) return null;
  const what = kindWords(having);
  if (drawn.length === 1) return `${what} ${whereOf(having[0], axis)}`;
  const first = having.reduce((a, b) => (firstX(b) < firstX(a) ? b : a));
  return `${what} in ${writeOf(having.length, drawn.length, "configuration")}, first at ${firstPlace(first, axis)}`;
}

const firstX = ({ x, nonFinite }: GroupBand): number => x[nonFinite.findIndex((points) => points > 0)];

/** Of bins it is known which one has them, so their place is no more exact than a bin is wide. */
function firstPlace(band: GroupBand, axis: AxisName): string {
  const at = firstX(band);
  if (band.aligned === "exact") return `${axisLabel(axis)} ${writePlace(at, "number")}`;
  const width = band.x.length > 1 ? band.x[1] - band.x[0] : 0;
  const unit = 10 ** Math.floor(Math.log10(width));
  const rounded = toDigits(Math.round(at / unit) * unit, 12);
  return `about ${axisLabel(axis)} ${writePlace(Number.isFinite(rounded) ? rounded : at, "number")}`;
}

function whereOf(band: GroupBand, axis: AxisName): string {
  const { x, nonFinite } = band;
  const first = firstPlace(band, axis);
  const there = nonFinite.filter((points) => points > 0).length;
  if (there === 1) return `at ${first}`;
  const toTheEnd = nonFinite.slice(x.length - there).every((points) => points > 0);
  return toTheEnd ? `from ${first}` : `at ${writeOf(there, x.length)} x, first at ${first}`;
}

function kindWords(bands: readonly GroupBand[]): string {
  const total = (read: (band: GroupBand) => number[]) =>
    sum(bands, (band) => read(band).reduce((a, b) => a + b, 0));
  const infinite = total(({ posInf }) => posInf) + total(({ negInf }) => negInf);
  if (infinite === 0) return "NaN";
  return infinite === total(({ nonFinite }) => nonFinite) ? "infinite" : "NaN or infinite";
}

/** What stands on another axis than the page says, or has no place there. */
function placeNotes(
  drawn: readonly GroupBand[],
  axis: AxisName,
  others: number,
  { metric, axis: asked }: NotesQuestion,
): string[] {
  const notes: string[] = [];
  const wanted = axisLabel(asked);
  if (axis !== asked && !isOnOwnAxis(metric))
    notes.push(`over its own axis, ${axisLabel(axis)}: it has no ${wanted}`);
  for (const note of [offAxisNote(others, axis), elsewhereNote(drawn, axis)])
    if (note !== null) notes.push(note);
  const unplaced = sum(drawn, (band) => band.unplaced);
  if (unplaced > 0) notes.push(withoutPlace(unplaced, "point", wanted));
  const hidden = sum(drawn, (band) => band.hidden);
  if (hidden > 0)
    notes.push(
      `${countOf(hidden, "point")} of earlier attempts ${plural(hidden, "is", "are")} left out, later ones took their place`,
    );
  return notes;
}

/** Groups that stand on this axis, and those without a point: what another axis has is told on its own. */
const groupsOn = (bands: readonly GroupBand[], axis: AxisName): GroupBand[] =>
  bands.filter((band) => band.sent === 0 || band.axis === axis);

function notSentNote(bands: readonly GroupBand[]): string | null {
  return notSent(
    sum(bands, ({ sent }) => sent),
    sum(bands, ({ begun, elsewhere }) => begun - elsewhere),
  );
}

function waysTogether(drawn: readonly GroupBand[], smoothing: Smoothing): string[] {
  const notes: string[] = [];
  const smoothed = smoothingWords(smoothing);
  if (smoothed !== null) notes.push(`${smoothed}, of each attempt before they are put together`);
  const bins = binsNote(drawn);
  return bins === null ? notes : [...notes, bins];
}

function leftOutNote(runs: number): string | null {
  if (runs === 0) return null;
  return `${countOf(runs, "run of a seed that another run counts for is", "runs of seeds that other runs count for are")} left out`;
}
