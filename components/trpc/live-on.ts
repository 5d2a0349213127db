/** What makes a query fetch again: topics of ticks, and at most once in `everyMs` (a running training ticks ten times a second). */
export interface LiveMeta extends Record<string, unknown> {
  topics: string[];
  everyMs: number;
}

/** Named where a query is made: `queryOptions(input, { meta: liveOn(["runs"], 1000) })`. */
export function liveOn(topics: string[], everyMs = 0): LiveMeta {
  return { topics, everyMs };
}
