/** What makes a query fetch again: topics of ticks, and at most once in `everyMs` (a running training ticks ten times a second). */
interface LiveMeta extends Record<string, unknown> {
  topics: string[];
  everyMs: number;
}

/**
 * Data with what happened since, for the runs that got points; "all" where it is not known which. The data itself where
 * nothing changed, null where only fetching the whole gives what there is.
 */
export type CatchUp = (data: unknown, runs: ReadonlySet<string> | "all") => Promise<unknown>;

interface TailMeta extends LiveMeta {
  runs: readonly string[];
  catchUp: CatchUp;
}

/** Named where a query is made: `queryOptions(input, { meta: liveOn(["runs"], 1000) })`. */
export function liveOn(topics: string[], everyMs = 0): LiveMeta {
  return { topics, everyMs };
}

/** For points of runs: what has been fetched is continued by what lies beyond it. */
export function liveTail(runs: readonly string[], everyMs: number, catchUp: CatchUp): TailMeta {
  return { topics: [], everyMs, runs, catchUp };
}

/** What a query was given; one that was given nothing follows nothing. */
export function liveMetaOf(meta: Record<string, unknown> | undefined): {
  topics: string[];
  everyMs: number;
  runs: string[];
  catchUp: CatchUp | null;
} {
  return {
    topics: Array.isArray(meta?.topics) ? meta.topics.map(String) : [],
    everyMs: Number(meta?.everyMs ?? 0),
    runs: Array.isArray(meta?.runs) ? meta.runs.map(String) : [],
    catchUp: typeof meta?.catchUp === "function" ? (meta.catchUp as CatchUp) : null,
  };
}
