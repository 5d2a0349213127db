/** What makes a query fetch again: topics of ticks, and at most once in `everyMs` (a running training ticks ten times a second). */
interface LiveMeta extends Record<string, unknown> {
  topics: string[];
  everyMs: number;
}

/** Named where a query is made: `queryOptions(input, { meta: liveOn(["runs"], 1000) })`. */
export function liveOn(topics: string[], everyMs = 0): LiveMeta {
  return { topics, everyMs };
}

/** What a query was given by `liveOn`; one that was given nothing follows no topic. */
export function liveMetaOf(meta: Record<string, unknown> | undefined): { topics: string[]; everyMs: number } {
  return {
    topics: Array.isArray(meta?.topics) ? meta.topics.map(String) : [],
    everyMs: Number(meta?.everyMs ?? 0),
  };
}
