import { readTyped } from "../typed.ts";

/** Dates as they may be written, for hints and refusals. */
export const DATES = "2026-11-28, 28 Nov, today 06:09 or 3 days ago";

/** A stretch of time that somebody names, in UTC ms: from `from` until before `to`. A day is a whole day, a minute a whole minute. */
export interface TypedTime {
  from: number;
  to: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const UNITS: readonly [RegExp, number][] = [
  [/^(ms|milliseconds?)$/, 1],
  [/^(s|secs?|seconds?)$/, SECOND],
  [/^(m|min|mins|minutes?)$/, MINUTE],
  [/^(h|hrs?|hours?)$/, HOUR],
  [/^(d|days?)$/, DAY],
  [/^(w|weeks?)$/, 7 * DAY],
];
const PART = /(\d+(?:\.\d+)?)[\s\u2009\u202f\u00a0]*([a-z]+)/g;

/** The length that somebody means by "90 s", "1.5h" or "2 h 5 min", in ms; a bare number is ms. Null for anything else. */
export function readSpan(text: string): number | null {
  const plain = text.trim().toLowerCase();
  const bare = readTyped(plain);
  if (bare !== null) return bare;
  const parts = [...plain.matchAll(PART)];
  if (parts.length === 0 || plain.replace(PART, "").trim() !== "") return null;
  let sum = 0;
  for (const [, value, word] of parts) {
    const unit = UNITS.find(([pattern]) => pattern.test(word));
    if (!unit) return null;
    sum += Number(value) * unit[1];
  }
  return sum;
}

/** A date as its numbers say; null where there is no such day. */
function dayAt(year: number, month: number, day: number): number | null {
  const at = Date.UTC(year, month - 1, day);
  const date = new Date(at);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? at : null;
}

const dayStart = (at: number): number => Math.floor(at / DAY) * DAY;

/** The day or the month that a text names. Of a date without its year the latest that has come. */
function readDay(text: string, now: number): TypedTime | null {
  const day = (at: number | null): TypedTime | null => (at === null ? null : { from: at, to: at + DAY });
  if (text === "today") return day(dayStart(now));
  if (text === "yesterday") return day(dayStart(now) - DAY);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(text);
  if (iso) return day(dayAt(Number(iso[1]), Number(iso[2]), Number(iso[3])));
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (dotted) return day(dayAt(Number(dotted[3]), Number(dotted[2]), Number(dotted[1])));
  const month = /^(\d{4})-(\d{2})$/.exec(text);
  if (month && Number(month[2]) >= 1 && Number(month[2]) <= MONTHS.length)
    return {
      from: Date.UTC(Number(month[1]), Number(month[2]) - 1),
      to: Date.UTC(Number(month[1]), Number(month[2])),
    };
  const named =
    /^(?<day>\d{1,2})\.? (?<month>[a-z]{3,9})\.?(?:,? (?<year>\d{4}))?$/.exec(text) ??
    /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:,? (?<year>\d{4}))?$/.exec(text);
  if (!named?.groups) return null;
  const at = MONTHS.findIndex((name) => named.groups?.month.startsWith(name)) + 1;
  if (at === 0) return null;
  const of = (year: number) => dayAt(year, at, Number(named.groups?.day));
  if (named.groups.year) return day(of(Number(named.groups.year)));
  const thisYear = new Date(now).getUTCFullYear();
  const next = of(thisYear);
  return day(next !== null && next > now ? of(thisYear - 1) : next);
}

/** The time of day that a text names, in ms from midnight. */
function readTimeOfDay(text: string): TypedTime | null {
  const found = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(text);
  if (!found) return null;
  const [hour, minute, second] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const from = hour * HOUR + minute * MINUTE + second * SECOND;
  return { from, to: from + (found[3] === undefined ? MINUTE : SECOND) };
}

/** So many ms since 1970 no run was launched before: a smaller number is no moment. */
const LEAST_MS = 1e11;
const exactly = (at: number): TypedTime => ({ from: at, to: at + 1 });

/**
 * The time that somebody means by "2026-11-28", "28 Nov", "today 06:09", "06:09", "3 days ago", "2026-11" or a full ISO moment.
 * Days and times without a zone are UTC, as every page shows them. Null for anything else.
 */
export function readTime(text: string, now: number): TypedTime | null {
  const plain = text
    .trim()
    .replaceAll(/[\s\u2009\u202f\u00a0]+/g, " ")
    .toLowerCase();
  if (plain === "now") return exactly(now);
  const number = /^\d+$/.test(plain) ? Number(plain) : null;
  if (number !== null) return number >= LEAST_MS ? exactly(number) : null;
  const ago = /^(.+) ago$/.exec(plain);
  const span = ago ? readSpan(ago[1]) : null;
  if (ago) return span === null || /^[\d.]+$/.test(ago[1]) ? null : exactly(now - span);
  if (/^\d{4}-\d{2}-\d{2}t[\d:.]+(z|[+-]\d{2}:?\d{2})$/.test(plain)) {
    const at = Date.parse(plain.toUpperCase());
    return Number.isNaN(at) ? null : exactly(at);
  }
  const local = plain.replace(/ ?utc$|(?<=\d)z$/, "").replace(/^(\d{4}-\d{2}-\d{2})t/, "$1 ");
  const alone = readTimeOfDay(local);
  if (alone) return { from: dayStart(now) + alone.from, to: dayStart(now) + alone.to };
  const parted = /^(.+?),? (\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(local);
  if (!parted) return readDay(local, now);
  const [day, time] = [readDay(parted[1], now), readTimeOfDay(parted[2])];
  return day && time && day.to - day.from === DAY
    ? { from: day.from + time.from, to: day.from + time.to }
    : null;
}
