import type { Query, QueryClient } from "@tanstack/react-query";
import { topics, type Change } from "#server/contracts/live.ts";
import { isGone } from "./gone.ts";
import { liveMetaOf } from "./live-on.ts";

/** Ticks come faster than pages need to change; what came within this many ms is fetched together. */
const GATHER_MS = 60;
/** Data that the server puts into a page was read before ticks that came while the page was on its way. */
const REMEMBER_MS = 5000;
/** What could not be read is asked for again after this long, or when the server is back. */
const RETRY_MS = 5000;

export interface LiveRefetch {
  /** Something changed: what shows it is fetched again, each query at its own pace. */
  changed(change: Change): void;
  /** Nobody looks: what is owed waits. */
  pause(): void;
  /** Somebody looks again, or the server is back: what is owed is fetched, and what could not be. */
  resume(): void;
  /** Drops what is owed, and follows the page's queries no more. */
  close(): void;
}

/** What a query is owed: all of it, or what some runs got since. */
type Debt = "whole" | "all" | ReadonlySet<string>;

function debtOf(query: Query, { topics: names, advanced }: Change): Debt | null {
  if (isGone(query)) return null;
  const { topics: named, runs, catchUp } = liveMetaOf(query.meta);
  const everything = names.includes(topics.everything);
  if (named.length > 0 && (everything || named.some((name) => names.includes(name)))) return "whole";
  if (!catchUp) return null;
  if (everything) return "all";
  const its = runs.filter((run) => Object.hasOwn(advanced, run));
  return its.length > 0 ? new Set(its) : null;
}

/** It follows something and the last time it was fetched, that failed. */
function isBehind(query: Query): boolean {
  const { meta, state } = query;
  if (isGone(query)) return false;
  const { topics: named, catchUp } = liveMetaOf(meta);
  return (named.length > 0 || catchUp !== null) && state.status === "error";
}

function sumOf(known: Debt | undefined, more: Debt): Debt {
  if (known === undefined) return more;
  if (known === "whole" || more === "whole") return "whole";
  return known === "all" || more === "all" ? "all" : new Set([...known, ...more]);
}

/**
 * Fetches queries again when what they show has changed. A refetch is owed by the query, not by the topic: else a slow
 * query would call the fast ones of its topic again, these would call it, and so on without any change. What nobody looks at
 * is only marked, and fetched when it is shown.
 */
export function createLiveRefetch(queryClient: QueryClient): LiveRefetch {
  const cache = queryClient.getQueryCache();
  const owed = new Map<string, Debt>();
  const catchingUp = new Set<string>();
  const remembered: { at: number; change: Change }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushAt = Number.POSITIVE_INFINITY;
  let isPaused = false;

  const forgetTimer = () => {
    clearTimeout(timer);
    flushAt = Number.POSITIVE_INFINITY;
  };
  /** A flush that is planned for later, for a slow query, must not keep a fast one waiting. */
  const flushIn = (ms: number) => {
    const at = Date.now() + ms;
    if (isPaused || at >= flushAt) return;
    forgetTimer();
    flushAt = at;
    timer = setTimeout(flush, ms);
  };
  const owe = (query: Query, debt: Debt) => owed.set(query.queryHash, sumOf(owed.get(query.queryHash), debt));

  /** ms until this query may be fetched again; one under way is let finish, else a slow answer would never arrive. */
  const waitOf = (query: Query): number => {
    if (query.state.fetchStatus === "fetching" || catchingUp.has(query.queryHash)) return GATHER_MS;
    return Math.max(0, query.state.dataUpdatedAt + liveMetaOf(query.meta).everyMs - Date.now());
  };

  const fetchWhole = (query: Query) =>
    void queryClient.invalidateQueries({ predicate: (other) => other === query });

  const catchUp = async (query: Query, runs: ReadonlySet<string> | "all") => {
    const { catchUp: ask } = liveMetaOf(query.meta);
    const { data } = query.state;
    if (!ask || data === undefined || !query.isActive()) return fetchWhole(query);
    catchingUp.add(query.queryHash);
    try {
      const grown = await ask(data, runs);
      if (cache.get(query.queryHash) !== query) return undefined;
      // Somebody else has brought newer data meanwhile; whether these points are in it is not known.
      if (query.state.data !== data) owe(query, runs);
      else if (grown === null) fetchWhole(query);
      else if (grown !== data) queryClient.setQueryData(query.queryKey, grown);
    } catch {
      owe(query, runs);
      return flushIn(RETRY_MS);
    } finally {
      catchingUp.delete(query.queryHash);
    }
    return owed.has(query.queryHash) ? flushIn(GATHER_MS) : undefined;
  };

  const flush = () => {
    forgetTimer();
    let inMs = Number.POSITIVE_INFINITY;
    for (const [hash, debt] of owed) {
      const query = cache.get(hash);
      const wait = query ? waitOf(query) : 0;
      if (wait > 0) {
        inMs = Math.min(inMs, wait);
        continue;
      }
      owed.delete(hash);
      if (!query || isGone(query)) continue;
      if (debt === "whole") fetchWhole(query);
      else void catchUp(query, debt);
    }
    if (owed.size > 0) flushIn(Math.max(GATHER_MS, inMs));
  };

  /** Queries that came with their data, from the server, and that nothing has shown yet: only then is it known what they follow. */
  const arrived = new Set<string>();
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type === "added" && query.state.data !== undefined) arrived.add(query.queryHash);
    if (type === "removed") arrived.delete(query.queryHash);
    if (type !== "observerAdded" || !arrived.delete(query.queryHash)) return;
    const since = Date.now() - REMEMBER_MS;
    const debts = remembered.flatMap(({ at, change }) => (at < since ? [] : (debtOf(query, change) ?? [])));
    for (const debt of debts) owe(query, debt);
    if (debts.length > 0) flushIn(GATHER_MS);
  });

  return {
    changed(change) {
      const now = Date.now();
      remembered.push({ at: now, change });
      while (remembered[0].at < now - REMEMBER_MS) remembered.shift();
      for (const query of cache.getAll()) {
        const debt = debtOf(query, change);
        if (debt !== null) owe(query, debt);
      }
      if (owed.size > 0) flushIn(GATHER_MS);
    },
    pause() {
      isPaused = true;
      forgetTimer();
    },
    resume() {
      isPaused = false;
      for (const query of cache.getAll()) if (isBehind(query)) owe(query, "whole");
      if (owed.size > 0) flushIn(GATHER_MS);
    },
    close() {
      unsubscribe();
      owed.clear();
      forgetTimer();
    },
  };
}
