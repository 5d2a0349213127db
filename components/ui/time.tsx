"use client";

import { formatAge, formatMoment, formatTimeOfDay, formatUtc } from "./format/format-time.ts";
import { useTicking } from "./use-ticking.ts";

interface TimeProps {
  /** UTC milliseconds. */
  at: number;
  /** When the page was made, in UTC milliseconds. */
  now: number;
  /** age: 14 min ago.  moment: today 19:46.  clock: 23:07:41. */
  form?: "age" | "moment" | "clock";
}

/** A moment, relative as it is read; the absolute UTC time is its tooltip and its machine-readable value. */
export function Time({ at, now, form = "age" }: TimeProps) {
  const text = useTicking((present) => {
    if (form === "clock") return formatTimeOfDay(at, true);
    return form === "age" ? formatAge(at, present) : formatMoment(at, present);
  }, now);
  return (
    <time dateTime={new Date(at).toISOString()} data-tip={formatUtc(at)}>
      {text}
    </time>
  );
}
