import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second for every reader of /proc (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** CPU seconds that a process and its threads have used so far, from /proc (fields 14 and 15 of `stat`). */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in brackets and may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
