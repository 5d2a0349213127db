"use client";

import { writeAge, writeMoment, writeNearMoment, writeTimeOfDay } from "#server/wording/times.ts";
import { useTicking } from "./use-ticking.ts";

interface TimeProps {
  /** UTC milliseconds. */
  at: number;
  /** When the page was made, in UTC milliseconds. */
  now: number;
  /** age: 14 min ago.  moment: today 19:46.  clock: 23:07:41 UTC. */
  form?: "age" | "moment" | "clock";
}

/** A moment, relative as it is read; the absolute UTC time is its tooltip and its machine-readable value. */
export function Time({ at, now, form = "age" }: TimeProps) {
  const text = useTicking((present) => {
    if (form === "clock") return writeTimeOfDay(at);
    return form === "age" ? writeAge(at, present) : writeNearMoment(at, present);
  }, now);
  return (
    <time dateTime={new Date(at).toISOString()} data-tip={writeMoment(at)}>
      {text}
    </time>
  );
}
