import { digitsOf, toDecimals } from "../numbers/round.ts";
import { type Tick, timeUnit, writeLogTicks, writeTicks } from "../wording/axes.ts";
import type { PlotModel } from "./plot-model.ts";
import type { Scale } from "./scale.ts";
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

/** The ticks of x that can be read beside each other, and the name of the axis. Ticks without a text keep their mark. */
export function layoutXTicks(
  { x: { domain, kind, label, log }, onlyX, series }: PlotModel,
  scale: Scale,
  row: Row,
): XTicks {
  const steps = kind === "number" && isCounted(series, domain) ? "count" : kind;
  const single = onlyX !== null && onlyX >= domain[0] && onlyX <= domain[1];
  const about = Math.max(1, Math.round((row.right - row.left) / PX_PER_TICK));
  const anchored = (ticks: Tick[]): PlacedTick[] =>
    ticks.map((tick) => ({ ...tick, anchor: anchorAt(scale.toPx(tick.value), row, single) }));
  const place = (count: number): PlacedTick[] =>
    anchored(single ? writeTicks([onlyX], kind) : writeDomain(domain, steps, scale, count, log));
  const usual = place(about);
  const values = usual.map((tick) => tick.value);
  const name = kind === "duration" && values.length > 0 ? `${label}, ${timeUnit(values)}` : label;
  const start = row.width - textWidth(name, TICK_SIZE);
  const apart = thinOut(usual, scale, row.width);
  const least = Math.min(LEAST_TICKS, countTexts(apart));
  // Charts of one row differ a little in width, and their names should stand alike: closer ticks make room for it.
  const beside = (start > row.left ? DENSER : [])
    .map((more) => (more > 1 ? place(about * more) : usual))
    // Decades are no closer however many are asked for.
    .concat(
      log && !single && isShort(domain)
        ? [anchored(writeLogTicks(ticksWithinDecades(domain, about), kind))]
        : [],
    )
    .map((ticks) => thinOut(ticks, scale, start - APART))
    .find((ticks) => countTexts(ticks) >= least);
  return beside
    ? { ticks: beside, name: { text: name, x: row.width, place: "row" } }
    : { ticks: apart, name: { text: name, x: row.right, place: "plot" } };
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

/** Takes the text from ticks that would touch the one before, or reach beyond `end`. */
function thinOut(ticks: PlacedTick[], scale: Scale, end: number): PlacedTick[] {
  let reached = -Infinity;
  return ticks.map((tick) => {
    const width = tickWidth(tick);
    const px = scale.toPx(tick.value);
    const left = tick.anchor === "start" ? px : tick.anchor === "end" ? px - width : px - width / 2;
    if (left < reached + APART || left + width > end) return { ...tick, text: "", exponent: undefined };
    reached = left + width;
    return tick;
  });
}

/** How wide a tick is in px; a raised exponent is smaller. */
export function tickWidth({ text, exponent = "" }: Tick): number {
  return textWidth(text, TICK_SIZE) + textWidth(exponent, TICK_SIZE) * 0.8;
}
