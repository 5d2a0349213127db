"use client";
import { useQueryClient, type Query, type QueryClient } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import { topics } from "#server/contracts/live.ts";
import type { AppRouter } from "#server/routers/index.ts";
import { liveMetaOf } from "./live-on.ts";

/** How the page stands to the server's event stream. `lost` since a time, in ms. */
export type LiveState =
  { kind: "connecting" } | { kind: "live" } | { kind: "lost"; since: number } | { kind: "paused" };

const LiveContext = createContext<LiveState>({ kind: "connecting" });

export const useLiveState = (): LiveState => useContext(LiveContext);

/** Ticks come faster than pages need to change; what came within this many ms is refetched together. */
const GATHER_MS = 120;

function wants(query: Query, changed: ReadonlySet<string>): boolean {
  const { topics: named } = liveMetaOf(query.meta);
  return named.length > 0 && (changed.has(topics.everything) || named.some((name) => changed.has(name)));
}

/** ms until this query may be fetched again; one under way is let finish, else a slow answer would never arrive. */
function waitOf(query: Query): number {
  if (query.state.fetchStatus === "fetching") return GATHER_MS;
  return Math.max(0, query.state.dataUpdatedAt + liveMetaOf(query.meta).everyMs - Date.now());
}

/** Fetches again what wanted the changed topics. Returns the topics that a throttled query still waits for, and how long. */
function refetch(queryClient: QueryClient, changed: ReadonlySet<string>): { late: string[]; inMs: number } {
  const late = new Set<string>();
  let inMs = Number.POSITIVE_INFINITY;
  void queryClient.invalidateQueries({
    predicate: (query) => {
      if (!wants(query, changed)) return false;
      const wait = waitOf(query);
      if (wait === 0) return true;
      for (const topic of liveMetaOf(query.meta).topics)
        if (changed.has(topic) || changed.has(topics.everything)) late.add(topic);
      inMs = Math.min(inMs, wait);
      return false;
    },
  });
  return { late: [...late], inMs };
}

/**
 * The one event stream of a page. A tick names topics; the queries that named one of them are fetched again. A hidden
 * tab closes its stream (a browser opens six per server), and refetches what it shows when it comes back.
 */
export function LiveProvider({ client, children }: { client: TRPCClient<AppRouter>; children: ReactNode }) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>({ kind: "connecting" });
  useEffect(() => {
    let pending = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stream: { unsubscribe(): void } | null = null;
    const flush = () => {
      timer = undefined;
      const changed = pending;
      pending = new Set();
      const { late, inMs } = refetch(queryClient, changed);
      if (late.length === 0) return;
      for (const topic of late) pending.add(topic);
      timer = setTimeout(flush, Math.max(GATHER_MS, inMs));
    };
    const changed = (names: string[]) => {
      for (const name of names) pending.add(name);
      timer ??= setTimeout(flush, GATHER_MS);
    };
    let wasLost = false;
    const open = () => {
      stream ??= client.live.ticks.subscribe(undefined, {
        onStarted: () => {
          setState({ kind: "live" });
          if (wasLost) changed([topics.everything]);
          wasLost = false;
        },
        onData: ({ data }) => changed(data),
        onConnectionStateChange: ({ state: connection }) => {
          if (connection !== "connecting") return;
          wasLost = true;
          setState((before) =>
            before.kind === "lost" || before.kind === "connecting"
              ? before
              : { kind: "lost", since: Date.now() },
          );
        },
      });
    };
    const close = () => {
      stream?.unsubscribe();
      stream = null;
      wasLost = true;
      setState({ kind: "paused" });
    };
    const follow = () => (document.visibilityState === "hidden" ? close() : open());
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      clearTimeout(timer);
      stream?.unsubscribe();
    };
  }, [client, queryClient]);
  return <LiveContext value={state}>{children}</LiveContext>;
}
