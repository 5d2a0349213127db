"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import { topics } from "#server/contracts/live.ts";
import type { AppRouter } from "#server/routers/index.ts";
import { createLiveRefetch } from "./live-refetch.ts";

/** How the page stands to the server's event stream. `lost` since a time, in ms. */
export type LiveState =
  { kind: "connecting" } | { kind: "live" } | { kind: "lost"; since: number } | { kind: "paused" };

const LiveContext = createContext<LiveState>({ kind: "connecting" });

export const useLiveState = (): LiveState => useContext(LiveContext);

/**
 * The one event stream of a page. A tick names topics; the queries that named one of them are fetched again. A hidden
 * tab closes its stream (a browser opens six per server), and refetches what it shows when it comes back.
 */
export function LiveProvider({ client, children }: { client: TRPCClient<AppRouter>; children: ReactNode }) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>({ kind: "connecting" });
  useEffect(() => {
    const refetch = createLiveRefetch(queryClient);
    let stream: { unsubscribe(): void } | null = null;
    let wasLost = false;
    const open = () => {
      stream ??= client.live.ticks.subscribe(undefined, {
        onStarted: () => {
          setState({ kind: "live" });
          if (wasLost) refetch.changed([topics.everything]);
          wasLost = false;
        },
        onData: ({ data }) => refetch.changed(data),
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
      refetch.forget();
      wasLost = true;
      setState({ kind: "paused" });
    };
    const follow = () => (document.visibilityState === "hidden" ? close() : open());
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      refetch.forget();
      stream?.unsubscribe();
    };
  }, [client, queryClient]);
  return <LiveContext value={state}>{children}</LiveContext>;
}
