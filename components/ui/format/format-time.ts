import { formatDuration } from "./format-duration.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The moment without doubt: 2026-11-21 23:07:41 UTC. Takes UTC milliseconds. */
export function formatUtc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** Only the time of day: 23:07:41 or, without seconds, 23:07. UTC. */
export function formatTimeOfDay(at: number, seconds = false): string {
  return new Date(at).toISOString().slice(11, seconds ? 19 : 16);
}

/** How long ago: now, 2 s ago, 14 min ago, 3 h 10 min ago; ahead of time "in 11 min". */
export function formatAge(at: number, now: number): string {
  const age = now - at;
  if (Math.abs(age) < 1000) return "now";
  const span = formatDuration(
    Math.abs(age) < 10_000 ? Math.round(Math.abs(age) / 1000) * 1000 : Math.abs(age),
  );
  const whole = span.replace(".0", "");
  return age > 0 ? `${whole} ago` : `in ${whole}`;
}

/** A moment in a column: "today 19:46", "yesterday 21:02", "12 Nov", "12 Nov 2025". Days are UTC days. */
export function formatMoment(at: number, now: number): string {
  const days = Math.floor(now / DAY_MS) - Math.floor(at / DAY_MS);
  if (days === 0) return `today ${formatTimeOfDay(at)}`;
  if (days === 1) return `yesterday ${formatTimeOfDay(at)}`;
  const date = new Date(at);
  const text = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  return date.getUTCFullYear() === new Date(now).getUTCFullYear() ? text : `${text} ${date.getUTCFullYear()}`;
}
