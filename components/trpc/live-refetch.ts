import type { Query, QueryClient } from "@tanstack/react-query";
import { topics } from "#server/contracts/live.ts";
import { liveMetaOf } from "./live-on.ts";

/** Ticks come faster than pages need to change; what came within this many ms is refetched together. */
const GATHER_MS = 60;

export interface LiveRefetch {
  /** These topics changed: what shows them is fetched again, each query at its own pace. */
  changed(names: readonly string[]): void;
  /** Drops what is still owed. */
  forget(): void;
}

function wants(query: Query, names: readonly string[]): boolean {
  const { topics: named } = liveMetaOf(query.meta);
  return (
    named.length > 0 && (names.includes(topics.everything) || named.some((name) => names.includes(name)))
  );
}

/** ms until this query may be fetched again; one under way is let finish, else a slow answer would never arrive. */
function waitOf(query: Query): number {
  if (query.state.fetchStatus === "fetching") return GATHER_MS;
  return Math.max(0, query.state.dataUpdatedAt + liveMetaOf(query.meta).everyMs - Date.now());
}

/**
 * Fetches queries again when what they show has changed. A refetch is owed by the query, not by the topic: else a slow
 * query would call the fast ones of its topic again, these would call it, and so on without any change.
 */
export function createLiveRefetch(queryClient: QueryClient): LiveRefetch {
  const owed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushAt = Number.POSITIVE_INFINITY;

  const forgetTimer = () => {
    clearTimeout(timer);
    flushAt = Number.POSITIVE_INFINITY;
  };
  /** A flush that is planned for later, for a slow query, must not keep a fast one waiting. */
  const flushIn = (ms: number) => {
    const at = Date.now() + ms;
    if (at >= flushAt) return;
    forgetTimer();
    flushAt = at;
    timer = setTimeout(flush, ms);
  };
  const flush = () => {
    forgetTimer();
    const due = new Set<string>();
    let inMs = Number.POSITIVE_INFINITY;
    for (const hash of owed) {
      const query = queryClient.getQueryCache().get(hash);
      const wait = query ? waitOf(query) : 0;
      if (wait === 0) {
        due.add(hash);
        owed.delete(hash);
      } else inMs = Math.min(inMs, wait);
    }
    void queryClient.invalidateQueries({ predicate: (query) => due.has(query.queryHash) });
    if (owed.size > 0) flushIn(Math.max(GATHER_MS, inMs));
  };

  return {
    changed(names) {
      for (const query of queryClient.getQueryCache().findAll({ predicate: (q) => wants(q, names) }))
        owed.add(query.queryHash);
      if (owed.size > 0) flushIn(GATHER_MS);
    },
    forget() {
      owed.clear();
      forgetTimer();
    },
  };
}
