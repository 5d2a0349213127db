import type { TableRunRow } from "#db/queries/run-table.ts";

/** Of how many runs metrics say only what the latest of several attempts sent. */
export const countResumed = (runs: readonly Pick<TableRunRow, "attempt">[]): number =>
  runs.filter(({ attempt }) => attempt !== null && attempt > 1).length;
