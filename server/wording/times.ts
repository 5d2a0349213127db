import { writeDecimals, writeNotANumber } from "./numbers.ts";
import { MINUS, THIN, withUnit } from "./typography.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A duration: 240 ms, 3.6 s, 2 s, 42 s, 15 min, 2 h 5 min, 3 d 4 h. Takes milliseconds; less than none is none. */
export function writeDuration(ms: number | null | undefined): string {
  const special = writeNotANumber(ms);
  if (special !== null) return special;
  const span = Math.max(0, ms as number);
  if (span < SECOND) return withUnit(String(Math.round(span)), "ms");
  if (span < 9.95 * SECOND) return withUnit(writeDecimals(span / SECOND, span % SECOND === 0 ? 0 : 1), "s");
  if (span < 99.5 * SECOND) return withUnit(String(Math.round(span / SECOND)), "s");
  if (span < 99.5 * MINUTE) return withUnit(String(Math.round(span / MINUTE)), "min");
  if (span < 2 * DAY) return twoUnits(Math.round(span / MINUTE), 60, "h", "min");
  return twoUnits(Math.round(span / HOUR), 24, "d", "h");
}

function twoUnits(smaller: number, base: number, largeUnit: string, smallUnit: string): string {
  const large = `${writeDecimals(Math.floor(smaller / base), 0)}${THIN}${largeUnit}`;
  const rest = smaller % base;
  return rest === 0 ? large : `${large} ${rest}${THIN}${smallUnit}`;
}

/** A duration on an axis whose ticks are whole minutes, h:mm: 0:27, 1:05, −26:40. Takes milliseconds. */
export function writeClock(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE);
  const sign = ms < 0 && minutes > 0 ? MINUS : "";
  return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** The moment without doubt: 2026-11-21 23:07:41 UTC. Takes UTC milliseconds. */
export const writeMoment = (at: number): string => `${writeDay(at)} ${writeTimeOfDay(at)}`;

/** The day alone: 2026-11-21. */
export const writeDay = (at: number): string => isoOf(at).slice(0, 10);

/** The time of day alone: 23:07:41 UTC. */
export const writeTimeOfDay = (at: number): string => `${isoOf(at).slice(11, 19)} UTC`;

/** A time of day to the minute, with its day where that is another one than now's: 23:07 UTC. */
export const writeMinute = (at: number, now: number): string =>
  `${writeDay(at) === writeDay(now) ? "" : `${writeDay(at)} `}${isoOf(at).slice(11, 16)} UTC`;

const isoOf = (at: number): string => new Date(at).toISOString();

/** How long ago: now, 2 s ago, 14 min ago, 3 h 10 min ago; ahead of time "in 11 min". */
export function writeAge(at: number, now: number): string {
  const age = now - at;
  if (Math.abs(age) < SECOND) return "now";
  const whole = Math.abs(age) < 10 * SECOND ? Math.round(Math.abs(age) / SECOND) * SECOND : Math.abs(age);
  const span = writeDuration(whole);
  return age > 0 ? `${span} ago` : `in ${span}`;
}

/** Of what came after it had happened: synced 2 d later. */
export const writeSynced = (ms: number): string => `synced ${writeDuration(ms)} later`;

/** A moment near to now, as a column has it: "today 19:46", "yesterday 21:02", "12 Nov", "12 Nov 2025". Days are UTC days. */
export function writeNearMoment(at: number, now: number): string {
  const days = Math.floor(now / DAY) - Math.floor(at / DAY);
  const minute = isoOf(at).slice(11, 16);
  if (days === 0) return `today ${minute}`;
  if (days === 1) return `yesterday ${minute}`;
  const date = new Date(at);
  const text = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  return date.getUTCFullYear() === new Date(now).getUTCFullYear() ? text : `${text} ${date.getUTCFullYear()}`;
}
