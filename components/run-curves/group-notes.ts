import { axisLabel } from "#components/panels/axis.ts";
import { isOnOwnAxis } from "#components/panels/panel-question.ts";
import { formatNumber } from "#components/ui/format/format-number.ts";
import type { GroupBand } from "#server/contracts/series.ts";
import type { Smoothing } from "#server/contracts/smoothing.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { groupAxis } from "./group-axis.ts";
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

const count = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;
const isOrAre = (n: number): string => (n === 1 ? "is" : "are");

function sum(bands: readonly GroupBand[], read: (band: GroupBand) => number): number {
  return bands.reduce((total, band) => total + read(band), 0);
}

/** How many seeds are behind the lines, and what else their reader must know. */
export function groupNotes(bands: readonly GroupBand[], question: NotesQuestion): string[] {
  const { axis, drawn, others } = groupAxis(bands, question.axis);
  if (drawn.length === 0) return [];
  return [
    ...seedNotes(drawn, question.mode),
    nonFiniteNote(drawn, axisLabel(axis)),
    ...placeNotes(drawn, axis, others, question),
    ...waysTogether(drawn, question.smoothing),
    leftOutNote(question.leftOut),
  ].filter((note) => note !== null);
}

function seedNotes(drawn: readonly GroupBand[], mode: GroupMode): string[] {
  const seeds = drawn.flatMap(({ n }) => n.filter((behind) => behind > 0));
  if (seeds.length === 0) return [];
  const least = seeds.reduce((a, b) => Math.min(a, b));
  const most = seeds.reduce((a, b) => Math.max(a, b));
  const notes = [least === most ? `n ${count(most, "seed")}` : `n ${least} to ${most} seeds`];
  if (least < 3 && mode === "mean-ci") notes.push("no interval below 3 seeds");
  return notes;
}

/** Where seeds have only NaN or infinities, so that no mean is of them. */
function nonFiniteNote(drawn: readonly GroupBand[], axis: string): string | null {
  const having = drawn.filter(({ nonFinite }) => nonFinite.some((seeds) => seeds > 0));
  if (having.length === 0) return null;
  const what = kindWords(having);
  if (drawn.length === 1) return `${seedsOf(having[0], what)} ${whereOf(having[0], axis)}`;
  const first = Math.min(...having.map(firstX));
  return `seeds of ${having.length} of ${drawn.length} configurations are ${what}, first at ${axis} ${formatNumber(first)}`;
}

const firstX = ({ x, nonFinite }: GroupBand): number => x[nonFinite.findIndex((seeds) => seeds > 0)];

function seedsOf({ nonFinite }: GroupBand, what: string): string {
  const there = nonFinite.filter((seeds) => seeds > 0);
  const most = Math.max(...there);
  const upTo = there.some((seeds) => seeds < most) ? "up to " : "";
  return `${upTo}${count(most, "seed")} ${isOrAre(most)} ${what}`;
}

function whereOf(band: GroupBand, axis: string): string {
  const { x, nonFinite } = band;
  const first = `${axis} ${formatNumber(firstX(band))}`;
  const there = nonFinite.filter((seeds) => seeds > 0).length;
  if (there === 1) return `at ${first}`;
  const toTheEnd = nonFinite.slice(x.length - there).every((seeds) => seeds > 0);
  return toTheEnd ? `from ${first}` : `at ${there} of ${x.length} x, first at ${first}`;
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
  if (others > 0)
    notes.push(
      `${count(others, "configuration")} ${others === 1 ? "has" : "have"} no ${axisLabel(axis)} and ${isOrAre(others)} not drawn`,
    );
  const unplaced = sum(drawn, (band) => band.unplaced);
  if (unplaced > 0)
    notes.push(
      `${count(unplaced, "point")} ${unplaced === 1 ? "has" : "have"} no ${wanted} and ${isOrAre(unplaced)} not drawn`,
    );
  const hidden = sum(drawn, (band) => band.hidden);
  if (hidden > 0)
    notes.push(
      `${count(hidden, "point")} of earlier attempts ${isOrAre(hidden)} left out, later ones took their place`,
    );
  const asking = sum(drawn, (band) => band.asked);
  const missing = asking - sum(drawn, (band) => band.sent);
  if (missing > 0)
    notes.push(
      `${missing} of ${count(asking, "run")} ${missing === 1 ? "has" : "have"} not sent it over ${axisLabel(axis)}`,
    );
  return notes;
}

function waysTogether(drawn: readonly GroupBand[], smoothing: Smoothing): string[] {
  const notes: string[] = [];
  if (smoothing.kind !== "none") notes.push("each run smoothed before they are put together");
  const width = drawn.some((band) => band.coarsened)
    ? ", as wide as the points of the sparsest run are apart"
    : "";
  if (drawn.some((band) => band.aligned === "binned"))
    notes.push(`each run by its means in bins of x${width}`);
  return notes;
}

function leftOutNote(runs: number): string | null {
  if (runs === 0) return null;
  return `${runs} ${runs === 1 ? "run of a seed that another run counts for is" : "runs of seeds that other runs count for are"} left out`;
}
