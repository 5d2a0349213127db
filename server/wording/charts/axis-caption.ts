import { toDecimals } from "../../numbers/round.ts";
import { asPrinted, tickStyle, timeUnit, writeTicks, type Tick } from "./axes.ts";
import { writeDecimals } from "../numbers.ts";
import { writeBytes, type ValueKind } from "../quantities.ts";
import { writeClock } from "../times.ts";
import { THIN } from "../typography.ts";

/** A longer number takes more room than the axis has. */
const LONGEST = 8;
const MOST_DECIMALS = 6;
/** How far a number may be from what it stands for, as a share of the axis. */
const NEAR = 0.01;
/** Half a step below the ticks, but for rounding. */
const SLACK = 1e-6;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/**
 * The ticks with a number at the lower end of the axis, `foot`, written as they are: in their unit, with their decimals or more,
 * within a hundredth of the axis of what it is. Where that would be long, or a count would be no whole number, they stay alone.
 */
export function withCaption(foot: number, ticks: number[], kind: ValueKind, span: number): Tick[] {
  const written = writeTicks(ticks, kind);
  if (kind === "count" && !Number.isInteger(foot)) return written;
  const isOfNumbers = kind !== "duration" && kind !== "bytes";
  if (isOfNumbers && tickStyle(asPrinted(ticks, kind)).isDistances) return written;
  const halves = ((ticks[0] - foot) / (ticks[1] - ticks[0])) * 2;
  if (isOfNumbers && Math.abs(halves - Math.round(halves)) < SLACK) {
    const alike = [foot, ...ticks];
    if (!tickStyle(asPrinted(alike, kind)).isDistances) {
      const all = writeTicks(alike, kind);
      if (all[0].text.length <= LONGEST) return all;
    }
  }
  const near = Math.min(span * NEAR, (ticks[0] - foot) / 2);
  const text = writeCaption(foot, ticks, written, kind, near);
  return text === null || text === written[0].text ? written : [{ value: foot, text }, ...written];
}

function writeCaption(foot: number, ticks: number[], written: Tick[], kind: ValueKind, near: number) {
  if (kind === "bytes") return captionInBytes(foot, written[0].text, near);
  if (kind === "duration") return captionInTime(foot, ticks, near);
  const [printed, least] = asPrinted([foot, near], kind);
  return nearest(printed, tickStyle(asPrinted(ticks, kind)), least);
}

/** The fewest decimals that are near enough; what is not zero is never written so. */
function nearest(
  value: number,
  { unit, decimals }: Pick<ReturnType<typeof tickStyle>, "unit" | "decimals">,
  near: number,
): string | null {
  for (let more = decimals; more <= MOST_DECIMALS; more++) {
    const text = writeDecimals(value / unit.size, more) + unit.letter;
    if (text.length > LONGEST) return null;
    const read = toDecimals(value / unit.size, more);
    if (read !== 0 && Math.abs(read * unit.size - value) <= near) return text;
  }
  return null;
}

function captionInTime(foot: number, ticks: number[], near: number): string | null {
  const unit = timeUnit(ticks);
  if (unit !== "h:mm")
    return nearest(foot, { unit: { size: unit === "s" ? SECOND : DAY, letter: "" }, decimals: 0 }, near);
  const minutes = Math.round(Math.abs(foot) / MINUTE);
  if (minutes === 0 || Math.abs(minutes * MINUTE - Math.abs(foot)) > near) return null;
  return writeClock(foot);
}

/** Each tick has a unit of its own; a foot of another one than the next would be read wrongly. */
function captionInBytes(foot: number, above: string, near: number): string | null {
  const text = writeBytes(foot);
  const [digits, letter] = text.split(THIN);
  const size = 1024 ** ["B", "KiB", "MiB", "GiB", "TiB"].indexOf(letter);
  const isNear = Math.abs(Number(digits) * size - foot) <= near;
  return isNear && above.endsWith(THIN + letter) && text.length <= LONGEST ? text : null;
}
