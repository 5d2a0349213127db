import type { PlotModel } from "./plot-model.ts";
import type { Scale } from "./scale.ts";
import { textWidth } from "./text-width.ts";
import { timeUnit, writeLogTicks, writeTicks, type Tick } from "./tick-text.ts";
import { linearTicks, logTicks } from "./ticks.ts";
import { visibleRange } from "./visible-range.ts";

export interface PlacedTick extends Tick {
  anchor: "start" | "middle" | "end";
}

export interface XTicks {
  ticks: PlacedTick[];
  /** What x is, ending at the right: in the row of ticks, or above the axis where that would cost more than one of them. */
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
  const written = single
    ? writeTicks([onlyX], kind)
    : writeDomain(domain, steps, scale, Math.max(1, Math.round((row.right - row.left) / PX_PER_TICK)), log);
  const ticks = written.map((tick): PlacedTick => {
    const px = scale.toPx(tick.value);
    const anchor = px < row.left + 4 && !single ? "start" : px > row.right - 10 && !single ? "end" : "middle";
    return { ...tick, anchor };
  });
  const values = ticks.map((tick) => tick.value);
  const name = kind === "duration" && values.length > 0 ? `${label}, ${timeUnit(values)}` : label;
  const start = row.width - textWidth(name, TICK_SIZE);
  const apart = thinOut(ticks, scale, row.width);
  const beside = thinOut(ticks, scale, start - APART);
  const count = (placed: PlacedTick[]) => placed.filter((tick) => tick.text !== "").length;
  const fits =
    start > row.left && count(beside) >= Math.min(Math.max(LEAST_TICKS, count(apart) - 1), count(apart));
  return fits
    ? { ticks: beside, name: { text: name, x: row.width, place: "row" } }
    : { ticks: apart, name: { text: name, x: row.right, place: "plot" } };
}

function writeDomain(
  domain: [number, number],
  kind: PlotModel["x"]["kind"],
  scale: Scale,
  count: number,
  log: boolean,
): Tick[] {
  if (log) return writeLogTicks(logTicks(domain, count), kind);
  const values = linearTicks(domain, count, kind);
  const written = writeTicks(values, kind);
  const room = values.length > 0 ? scale.toPx(values[0]) - scale.toPx(domain[0]) : Infinity;
  const isBetween = kind === "count" && !Number.isInteger(domain[0]) && values.length > 0;
  if (room <= PX_PER_TICK / 2 || isBetween) return written;
  // The beginning is written apart: it may need more decimals than the round values after it.
  return [...writeTicks([roundedTo(domain[0], domain[1] - domain[0])], kind), ...written];
}

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
  return Number(value.toFixed(Math.min(20, -digit)));
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
