import { createLoader, parseAsStringLiteral } from "nuqs/server";

/** How far back the lines of a machine go, in hours. */
export const HOURS = ["1", "6", "24"] as const;
export type Hours = (typeof HOURS)[number];

export const workerSearch = { hours: parseAsStringLiteral(HOURS).withDefault("1") };
export const loadWorkerSearch = createLoader(workerSearch);

/** The question behind a view of a worker's page. */
export const workerQuestion = (id: string, { hours }: { hours: Hours }) => ({
  id,
  hours: Number(hours) as 1 | 6 | 24,
});
