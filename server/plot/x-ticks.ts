import { digitsOf, toDecimals, toDigits } from "../numbers/round.ts";
import { type Tick, timeUnit, writeLogTicks, writeTicks } from "../wording/charts/axes.ts";
import type { PlotModel } from "./plot-model.ts";
import type { Scale } from "./scale.ts";
import type { ZoomRange } from "./series.ts";
import { visibleRange } from "./stretches.ts";
import { textWidth } from "./text.ts";
import { DENSE_DECADES, linearTicks, logTicks, ticksWithinDecades } from "./ticks.ts";

export interface PlacedTick extends Tick {
  anchor: "start" | "middle" | "end";
}

export interface XTicks {
  ticks: PlacedTick[];
  /** What x is, ending at the right: in the row of ticks, or above the axis where that would leave fewer than two of them. */
  name: { text: string; x: number; place: "row" | "plot" };
}

/** Where the row of ticks begins and ends, and where the chart does, in px. */
interface Row {
  left: number;
  right: number;
  width: number;
}

const PX_PER_TICK = 90;
const TICK_SIZE = 10.5;
/** Between two texts. */
const APART = 7;
const LEAST_TICKS = 2;
/** How many times as many ticks are tried where the usual ones are too few. */
const DENSER = [1, 2, 4];
/** A longer axis of numbers has no tick between two whole ones. */
const FEW = 50;

/**
 * The ticks of x that can be read beside each other, and the name of the axis. The last x of the data in sight always has its
 * number, whatever is round: it says how far the data goes. Ticks without a text keep their mark.
 */
export function layoutXTicks(
  { x: { domain, kind, label, log }, onlyX, series }: PlotModel,
  scale: Scale,
  row: Row,
): XTicks {
  const isWhole = isCounted(series, domain);
  const steps = kind === "number" && isWhole ? "count" : kind;
  const single = onlyX !== null && onlyX >= domain[0] && onlyX <= domain[1];
  const about = Math.max(1, Math.round((row.right - row.left) / PX_PER_TICK));
  const anchored = (ticks: Tick[]): PlacedTick[] =>
    ticks.map((tick) => ({ ...tick, anchor: anchorAt(scale.toPx(tick.value), row, single) }));
  const last = single ? null : lastInSight(series, domain, isWhole);
  const place = (count: number): PlacedTick[] =>
    anchored(
      single
        ? writeTicks([onlyX], kind)
        : withLast(writeDomain(domain, steps, scale, count, log), last, kind, scale),
    );
  const usual = place(about);
  const values = usual.map((tick) => tick.value);
  const name = kind === "duration" && values.length > 0 ? `${label}, ${timeUnit(values)}` : label;
  const apart = thinOut(usual, scale, row.width, last);
  // Of a log axis the last number alone tells no distance.
  const counted = (ticks: PlacedTick[]) => (log ? ticks.filter(({ value }) => value !== last) : ticks);
  const least = Math.min(LEAST_TICKS, countTexts(counted(log ? usual : apart)));
  // Charts of one row differ a little in width, and their names should stand alike: closer ticks make room for it.
  const beside = DENSER.map((more) => (more > 1 ? place(about * more) : usual))
    // Decades are no closer however many are asked for.
    .concat(
      log && !single && isShort(domain)
        ? [anchored(withLast(writeLogTicks(ticksWithinDecades(domain, about), kind), last, kind, scale))]
        : [],
    )
    .map((ticks) => besideName(ticks, last, textWidth(name, TICK_SIZE), scale, row))
    .find((found) => found && countTexts(counted(found.ticks)) >= least && isFirstKept(found.ticks, apart));
  return beside
    ? { ticks: beside.ticks, name: { text: name, x: beside.end, place: "row" } }
    : { ticks: apart, name: { text: name, x: row.right, place: "plot" } };
}

/** The ticks beside a name that ends the row or, where the last number does, stands before that; null where it has no room. */
function besideName(
  ticks: PlacedTick[],
  last: number | null,
  width: number,
  scale: Scale,
  row: Row,
): { ticks: PlacedTick[]; end: number } | null {
  const lastTick = ticks.find(({ value }) => value === last);
  const [left, right] = lastTick ? boxOf(lastTick, scale) : [row.width, -Infinity];
  const end = right + APART <= row.width - width ? row.width : left - APART;
  return end - width > row.left ? { ticks: thinOut(ticks, scale, end - width - APART, last), end } : null;
}

/** The last x at which something is drawn in sight, whole where x counts; null where there is nothing. */
function lastInSight(series: PlotModel["series"], domain: ZoomRange, isWhole: boolean): number | null {
  let last = -Infinity;
  for (const { line } of series) {
    const [first, end] = visibleRange(line.samples, domain);
    if (first < end) last = Math.max(last, Math.min(domain[1], line.samples.to[end - 1]));
  }
  const x = isWhole ? Math.floor(last) : last;
  return Number.isFinite(x) && x > domain[0] ? x : null;
}

/** The ticks with one at the last x. One that stands at almost the same place gives way to it. */
function withLast(ticks: Tick[], last: number | null, kind: PlotModel["x"]["kind"], scale: Scale): Tick[] {
  if (last === null || ticks.some(({ value }) => value === last)) return ticks;
  const apart = ({ value }: Tick) => Math.abs(scale.toPx(value) - scale.toPx(last)) >= 1;
  const others = ticks.filter(apart);
  return [...others, { value: last, text: writeLast(last, others, kind) }].toSorted(
    (a, b) => a.value - b.value,
  );
}

const LAST_DIGITS = 4;
const MOST_WHOLE = 1e6;

/** Exact while that is short: 262 of an axis in hundreds, 40.96k of one in thousands. */
function writeLast(last: number, ticks: Tick[], kind: PlotModel["x"]["kind"]): string {
  const values = ticks.map(({ value }) => value);
  if (kind === "duration") return writeTicks([...values, last], kind).at(-1)?.text ?? "";
  // The others say how far they are from the first, and so does it.
  if (ticks.at(1)?.text.startsWith("+")) return writeTicks([values[0], last], kind)[1].text;
  const isShortWhole = Number.isInteger(last) && Math.abs(last) < MOST_WHOLE;
  const short = toDigits(last, LAST_DIGITS);
  // The greatest of all numbers would be rounded to none.
  return writeTicks([isShortWhole || !Number.isFinite(short) ? last : short], kind)[0].text;
}

/** Whether the first text is the one that all the room has. */
function isFirstKept(ticks: PlacedTick[], apart: PlacedTick[]): boolean {
  const first = (of: PlacedTick[]) => of.find(({ text }) => text !== "")?.value;
  const kept = first(ticks);
  return kept !== undefined && kept <= (first(apart) ?? Infinity);
}

function anchorAt(px: number, row: Row, single: boolean): PlacedTick["anchor"] {
  if (single) return "middle";
  return px < row.left + 4 ? "start" : px > row.right - 10 ? "end" : "middle";
}

const isShort = ([from, to]: [number, number]): boolean => Math.log10(to / from) < DENSE_DECADES;

const countTexts = (ticks: PlacedTick[]): number => ticks.filter((tick) => tick.text !== "").length;

function writeDomain(
  domain: [number, number],
  kind: PlotModel["x"]["kind"],
  scale: Scale,
  count: number,
  log: boolean,
): Tick[] {
  if (log) return writeLogTicks(logTicks(domain, count), kind);
  const values = roundTicks(domain, kind, count);
  const written = writeTicks(values, kind);
  const start = roundedTo(domain[0], domain[1] - domain[0]);
  // A single value tells no distance: there the beginning stands, however long it is.
  if (values.length >= LEAST_TICKS) {
    const room = scale.toPx(values[0]) - scale.toPx(domain[0]);
    if (room <= PX_PER_TICK / 2 || !isAsRound(start, values)) return written;
  } else if (kind === "count" && !Number.isInteger(start) && values.length > 0) return written;
  return [...writeTicks([start], kind), ...written.filter(({ value }) => value > start)];
}

/** About `count` round values, and more where those would be less than two. */
function roundTicks(domain: [number, number], kind: PlotModel["x"]["kind"], count: number): number[] {
  const tried = DENSER.map((more) => linearTicks(domain, more * count, kind));
  return tried.find((values) => values.length >= LEAST_TICKS) ?? tried[tried.length - 1];
}

/** Whether a number has one digit, and none farther behind the point than those that it stands beside: 1 or 500, not 1,024. */
function isAsRound(value: number, others: number[]): boolean {
  return digitsOf(value).count === 1 && decimalsOf(value) <= Math.max(...others.map(decimalsOf));
}

const decimalsOf = (value: number): number => Math.max(0, digitsOf(value).count - 1 - digitsOf(value).power);

/**
 * Whether x counts something: all that is in sight stands at whole numbers. An axis may be any metric of a run, whose name
 * does not tell. Of a wide stretch it is no question, its ticks are whole anyway.
 */
function isCounted(series: PlotModel["series"], domain: PlotModel["x"]["domain"]): boolean {
  if (domain[1] - domain[0] > FEW) return false;
  let seen = 0;
  for (const { line } of series) {
    const { from, to } = line.samples;
    const [first, end] = visibleRange(line.samples, domain);
    for (let index = first; index < end; index++)
      if (!Number.isInteger(from[index]) || !Number.isInteger(to[index])) return false;
    seen += end - first;
  }
  return seen > 0;
}

/** Three digits of the span are enough to say where it begins. */
function roundedTo(value: number, span: number): number {
  const digit = Math.floor(Math.log10(span)) - 2;
  if (!Number.isFinite(digit) || digit > 0) return value;
  return toDecimals(value, Math.min(20, -digit));
}

/** Takes the text from ticks that would touch the one before or the last x, or reach beyond `end`; the last x keeps its own. */
function thinOut(ticks: PlacedTick[], scale: Scale, end: number, last: number | null): PlacedTick[] {
  const kept = ticks.find(({ value }) => value === last);
  const taken = kept && boxOf(kept, scale);
  let reached = -Infinity;
  return ticks.map((tick) => {
    if (tick === kept) return tick;
    const [left, right] = boxOf(tick, scale);
    const touches = taken && left < taken[1] + APART && right > taken[0] - APART;
    if (touches || left < reached + APART || right > end) return { ...tick, text: "", exponent: undefined };
    reached = right;
    return tick;
  });
}

/** From where to where a text reaches, in px. */
function boxOf(tick: PlacedTick, scale: Scale): [left: number, right: number] {
  const width = tickWidth(tick);
  const px = scale.toPx(tick.value);
  const left = tick.anchor === "start" ? px : tick.anchor === "end" ? px - width : px - width / 2;
  return [left, left + width];
}

/** How wide a tick is in px; a raised exponent is smaller. */
export function tickWidth({ text, exponent = "" }: Tick): number {
  return textWidth(text, TICK_SIZE) + textWidth(exponent, TICK_SIZE) * 0.8;
}
