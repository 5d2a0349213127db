import { writeDay } from "./times.ts";

/** Who dismissed a finding and why; where `at` is given, on which day. */
export const writeDismissal = ({ by, reason }: { by: string; reason: string }, at?: number): string =>
  `Dismissed by ${by}${at === undefined ? "" : ` on ${writeDay(at)}`}: ${reason}`;
