import { toDigits } from "../../numbers/round.ts";
import type { BandMode, SeedBand } from "../../contracts/charts/bands.ts";
import type { ShownBands } from "../../contracts/charts/shown-bands.ts";
import type { AxisName } from "../../contracts/x-axes.ts";
import { axisLabel, isOnOwnAxis, writePlace } from "./axes.ts";
import { countOf, listAnd, plural, writeCount, writeOf } from "../counts.ts";
import { leftOutResumed, withoutPlace } from "./feet.ts";
import { MEAN_WITH_BAND, SEEDS_FOR_INTERVAL, seedsBehind, withoutInterval, writeSeeds } from "../seeds.ts";
import { beginSentence } from "../typography.ts";

const MODE_WORDS: Record<BandMode, string> = {
  "mean-ci": MEAN_WITH_BAND,
  "mean-range": "mean over seeds, band = lowest to highest",
  "median-range": "median over seeds, band = lowest to highest",
  "iqm-range": "interquartile mean over seeds, band = lowest to highest",
};

/** What line and fill of a chart of seeds are. It stands under the chart: beside the title of a narrow one it is cut. */
export const bandWords = (mode: BandMode): string => MODE_WORDS[mode];

/** What a chart of seeds was asked for, as far as its notes speak of it. */
export interface BandNotes {
  metric: string;
  mode?: BandMode;
  /** How each run is smoothed, in words; null where it is not. */
  smoothed?: string | null;
  /** Runs of repeated seeds that no line counts, where the page knows more of them than the answer says. */
  leftOut?: number;
  /** The title says which the only seed is. */
  isOneRun?: boolean;
  /** Said where nothing is drawn, too: no other text says there why. */
  tellsEmpty?: boolean;
}

/** So many lines are called by their names; more are counted. */
const NAMED = 3;

const sum = (bands: readonly SeedBand[], read: (band: SeedBand) => number): number =>
  bands.reduce((total, band) => total + read(band), 0);

/**
 * What stands under a chart of seeds: what line and fill are, how many seeds are behind them, where points are NaN or infinite,
 * what is not drawn and why, and how seeds were put together. The same on every page and in reports; null where there is nothing.
 */
export function bandCaption(shown: ShownBands, question: BandNotes): string | null {
  const parts = bandCaptionParts(shown, question);
  return shown.drawn.length > 0 ? writeCaption(parts) : (parts[0] ?? null);
}

/** The parts of `bandCaption`, for charts that share some; where nothing is drawn one sentence. */
export function bandCaptionParts(shown: ShownBands, question: BandNotes): string[] {
  const notes = bandNotes(shown, question);
  if (shown.drawn.length > 0) return [bandWords(question.mode ?? "mean-ci"), ...notes];
  // A name at its beginning stays as it is written.
  return notes.length > 0 ? [`Nothing is drawn: ${notes.join("; ")}.`] : [];
}

/** Notes as one sentence; null where there are none. */
export const writeCaption = (notes: readonly string[]): string | null =>
  notes.length === 0 ? null : `${beginSentence(notes.join("; "))}.`;

/** The notes of `bandCaption` one by one, without what line and fill are. */
export function bandNotes(shown: ShownBands, question: BandNotes): string[] {
  const { drawn, axis, asked, on, off, silent } = shown;
  if (drawn.length === 0 && !question.tellsEmpty) return [];
  const all = [...on, ...off, ...silent];
  const own = axis !== asked && !isOnOwnAxis(question.metric);
  const unplaced = sum(on, (band) => band.unplaced);
  const hidden = sum(on, (band) => band.hidden);
  return [
    ...(question.isOneRun ? [] : seedNotes(drawn, (question.mode ?? "mean-ci") === "mean-ci")),
    ...nonFiniteNotes(drawn, axis, all.length > 1),
    own ? `over its own axis, ${axisLabel(axis)}: it has no ${axisLabel(asked)}` : null,
    offAxisNote(
      off.map(({ label }) => label),
      "configuration",
      axis,
    ),
    ofRuns(on, all, (band) => band.elsewhere, axis, withoutRuns),
    ofRuns(on, all, (band) => band.restarted, axis, leftOutResumed),
    unplaced > 0 ? withoutPlace(unplaced, "point", axisLabel(asked)) : null,
    hidden > 0
      ? `${countOf(hidden, "point")} of earlier attempts ${plural(hidden, "is", "are")} left out, later ones took their place`
      : null,
    notSent(
      sum(on, (band) => band.sent),
      sum([...on, ...silent], (band) => band.begun - band.elsewhere),
    ),
    silentNote(silent, all.length),
    question.smoothed == null ? null : `${question.smoothed}, of each attempt before they are put together`,
    binsNote(drawn),
    leftOutNote(question.leftOut ?? sum(all, (band) => band.leftOut)),
  ].filter((note) => note !== null);
}

/**
 * Why lines have no interval anywhere: "dgro: 2 seeds, no interval". Pages say it beside the lines, a printed chart under them.
 * @param drawn a name and the count of seeds at each x.
 */
export function linesWithoutInterval(drawn: readonly { label: string; n: readonly number[] }[]): string[] {
  const few = drawn
    .map(({ label, n }) => ({ label, most: n.reduce((a, b) => Math.max(a, b), 0) }))
    .filter(({ most }) => most > 0 && most < SEEDS_FOR_INTERVAL);
  if (few.length > 1 && few.length === drawn.length)
    return [`Fewer than ${writeSeeds(SEEDS_FOR_INTERVAL)}, no intervals`];
  return few.map(({ label, most }) => `${drawn.length > 1 ? `${label}: ` : ""}${withoutInterval(most)}`);
}

const TOO_FEW = `no interval below ${writeSeeds(SEEDS_FOR_INTERVAL)}`;
const ALL_EQUAL = "no interval where all seeds are equal";

/** Whether words under a chart hold of every chart of seeds, so that one of several says them for all. */
export const isOfEveryChart = (words: string): boolean => words === TOO_FEW || words === ALL_EQUAL;

/** What of the words under a chart is said of lines that are not there, or have no interval. */
const OF_WHAT_IS_MISSING =
  /(?:, no intervals?|not sent it|have no point|has no point|are left out|is left out)$/;

/**
 * A note under a printed chart in two parts: what must be read with the drawing, and what can stand one press away, which is
 * why its lines may not be ranked, and why something has no interval or no line. Either may be null.
 */
export function shortNote(note: string): [shown: string | null, more: string | null] {
  const apart = /^((?:[^.]{1,80}: )?Not ranked[^.]*\.) (.+)$/s.exec(note);
  if (apart) return [apart[1], apart[2]];
  const clauses = note.replace(/\.$/, "").split("; ");
  const isMissing = (clause: string) =>
    OF_WHAT_IS_MISSING.test(clause) || [TOO_FEW, ALL_EQUAL].some((words) => clause.endsWith(words));
  const [shown, more] = [clauses.filter((one) => !isMissing(one)), clauses.filter(isMissing)];
  if (more.length === 0) return [note, null];
  // A name at the beginning of a note stays as it is written.
  return shown.length === 0 ? [null, note] : [`${shown.join("; ")}.`, writeCaption(more)];
}

/** How many seeds are behind lines and, where these have intervals, why some have none. */
function seedNotes(drawn: readonly SeedBand[], haveIntervals: boolean): string[] {
  const behind = drawn.flatMap(({ n }) => n.filter((seeds) => seeds > 0));
  if (behind.length === 0) return [];
  const least = behind.reduce((a, b) => Math.min(a, b));
  const most = behind.reduce((a, b) => Math.max(a, b));
  const notes = [seedsBehind(least, most)];
  if (!haveIntervals) return notes;
  if (least < SEEDS_FOR_INTERVAL) notes.push(TOO_FEW);
  if (drawn.some(areEqualSomewhere)) notes.push(ALL_EQUAL);
  return notes;
}

/** Whether seeds that are enough for an interval have none somewhere: without spread it would claim certainty. */
const areEqualSomewhere = ({ n, mean, low }: SeedBand): boolean =>
  n.some((seeds, i) => seeds >= SEEDS_FOR_INTERVAL && mean[i] !== null && low[i] === null);

/** Where points are NaN or infinite, and how few seeds are left for the mean there: that of the others looks better. */
function nonFiniteNotes(drawn: readonly SeedBand[], axis: AxisName, haveNames: boolean): string[] {
  const having = drawn.filter(({ nonFinite }) => nonFinite.some((points) => points > 0));
  if (having.length === 0) return [];
  if (having.length <= NAMED)
    return having.map((band) => {
      const told = [`${kindWords([band])} ${whereOf(band, axis)}`, leftForMean(band)];
      return (haveNames ? `${band.label}: ` : "") + told.filter(Boolean).join(", ");
    });
  const first = having.reduce((a, b) => (firstX(b) < firstX(a) ? b : a));
  return [
    `${kindWords(having)} in ${writeOf(having.length, drawn.length, "configuration")}, first at ${firstPlace(first, axis)}`,
  ];
}

/** Of how many seeds the mean is where points are not finite; null of a single seed, which has none there. */
function leftForMean({ n, nonFinite, runs }: SeedBand): string | null {
  const left = n.filter((_, i) => nonFinite[i] > 0);
  if (runs < 2) return null;
  const [fewest, most] = [Math.min(...left), Math.max(...left)];
  if (most === 0) return "no mean there";
  if (fewest === runs) return "the mean there is of the other points";
  return `the mean there is of ${fewest < most ? "as few as " : ""}${writeOf(fewest, runs, "seed")}`;
}

const firstX = ({ x, nonFinite }: SeedBand): number => x[nonFinite.findIndex((points) => points > 0)];

/** Of bins it is known which one has them, so their place is no more exact than a bin is wide. */
function firstPlace(band: SeedBand, axis: AxisName): string {
  const at = firstX(band);
  if (band.aligned === "exact") return `${axisLabel(axis)} ${writePlace(at, "number")}`;
  const width = band.x.length > 1 ? band.x[1] - band.x[0] : 0;
  const unit = 10 ** Math.floor(Math.log10(width));
  const rounded = toDigits(Math.round(at / unit) * unit, 12);
  return `about ${axisLabel(axis)} ${writePlace(Number.isFinite(rounded) ? rounded : at, "number")}`;
}

function whereOf(band: SeedBand, axis: AxisName): string {
  const { x, nonFinite } = band;
  const first = firstPlace(band, axis);
  const there = nonFinite.filter((points) => points > 0).length;
  if (there === 1) return `at ${first}`;
  const toTheEnd = nonFinite.slice(x.length - there).every((points) => points > 0);
  return toTheEnd ? `from ${first}` : `at ${writeOf(there, x.length)} x, first at ${first}`;
}

function kindWords(bands: readonly SeedBand[]): string {
  const total = (read: (band: SeedBand) => number[]) =>
    sum(bands, (band) => read(band).reduce((a, b) => a + b, 0));
  const infinite = total(({ posInf }) => posInf) + total(({ negInf }) => negInf);
  if (infinite === 0) return "NaN";
  return infinite === total(({ nonFinite }) => nonFinite) ? "infinite" : "NaN or infinite";
}

/** That lines have another axis only and are not drawn, a few by their names; null where there are none. */
export function offAxisNote(labels: readonly string[], one: string, axis: AxisName): string | null {
  if (labels.length === 0) return null;
  if (labels.length > NAMED) return withoutPlace(labels.length, one, axisLabel(axis));
  const [has, is] = [plural(labels.length, "has", "have"), plural(labels.length, "is", "are")];
  return `${listAnd(labels)} ${has} no ${axisLabel(axis)} and ${is} not drawn`;
}

const withoutRuns = (n: number, axis: string, runs: [one: string, many: string]): string =>
  withoutPlace(n, runs[0], axis, runs[1]);

/** What is told of single runs, with whose they are where a few of several lines have such. */
function ofRuns(
  on: readonly SeedBand[],
  all: readonly SeedBand[],
  count: (band: SeedBand) => number,
  axis: AxisName,
  write: (n: number, axis: string, runs: [one: string, many: string]) => string,
): string | null {
  const having = on.filter((band) => count(band) > 0);
  if (having.length === 0) return null;
  const isNamed = all.length > 1 && having.length <= NAMED;
  const of = isNamed ? ` of ${listAnd(having.map(({ label }) => label))}` : "";
  return write(sum(having, count), axisLabel(axis), [`run${of}`, `runs${of}`]);
}

/** Why runs that have sent points are not drawn at all: they began on this axis again; null where none did. */
export const allRestarted = ({ on, axis }: ShownBands): string | null =>
  ofRuns(on, on, (band) => band.restarted, axis, leftOutResumed);

/**
 * How many of the runs that have begun have not sent what a chart draws, one by one or put together; null where all have.
 * A run that waits for a worker misses nothing.
 */
export function notSent(sent: number, begun: number): string | null {
  const missing = begun - sent;
  if (missing <= 0) return null;
  const runs = countOf(begun, "run that has begun", "runs that have begun");
  return `${writeCount(missing)} of ${runs} ${plural(missing, "has", "have")} not sent it`;
}

/** That lines are missing altogether. */
function silentNote(silent: readonly SeedBand[], all: number): string | null {
  if (silent.length === 0) return null;
  const have = plural(silent.length, "has", "have");
  return silent.length <= NAMED
    ? `${listAnd(silent.map(({ label }) => label))} ${have} no point`
    : `${writeOf(silent.length, all, "configuration")} ${have} no point`;
}

/** That seeds were put together in bins, since they have few x in common; null where every x is their own. */
function binsNote(bands: readonly SeedBand[]): string | null {
  if (bands.every(({ aligned }) => aligned === "exact")) return null;
  const width = bands.some(({ coarsened }) => coarsened)
    ? ", as wide as the points of the sparsest run are apart"
    : "";
  return `each run by its means in bins of x${width}`;
}

function leftOutNote(runs: number): string | null {
  if (runs === 0) return null;
  return `${countOf(runs, "run of a seed that another run counts for is", "runs of seeds that other runs count for are")} left out`;
}
