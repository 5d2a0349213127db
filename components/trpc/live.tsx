"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { AppRouter } from "#server/routers/index.ts";
import { useApi } from "./api.ts";
import { createLiveRefetch } from "./live-refetch.ts";
import { openTickStream } from "./open-tick-stream.ts";
import { createTickFeed, type LiveState, type TabMessage, type Tabs } from "./tick-feed.ts";

const NAME = "ablab-live";

/** Locks and broadcasts of this runtime under a name; null where it has none, such as over plain HTTP from another machine. */
export function browserTabs(name = NAME): Tabs | null {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks || typeof BroadcastChannel === "undefined") return null;
  return {
    join(hear) {
      const channel = new BroadcastChannel(name);
      channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => hear(data));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast has no target
      return { say: (message) => channel.postMessage(message), close: () => channel.close() };
    },
    elect: (lead, signal) => locks.request(name, { signal }, lead),
  };
}

const LiveContext = createContext<LiveState>({ kind: "connecting" });

export const useLiveState = (): LiveState => useContext(LiveContext);

/**
 * Keeps what a page shows in step with the server. A tick names topics and runs; the queries that follow one of them are
 * fetched again. All visible tabs of a browser share one event stream, since a browser opens six per server; a hidden tab
 * follows nothing, and catches up when it is looked at again.
 */
export function LiveProvider({ client, children }: { client: TRPCClient<AppRouter>; children: ReactNode }) {
  const queryClient = useQueryClient();
  const api = useApi();
  const [state, setState] = useState<LiveState>({ kind: "connecting" });
  useEffect(() => {
    const refetch = createLiveRefetch(queryClient);
    const feed = createTickFeed({
      open: openTickStream(client),
      tabs: browserTabs(),
      after: queryClient.getQueryData(api.live.start.queryKey()) ?? null,
      onState: (next) => {
        setState(next);
        if (next.kind === "live") refetch.resume();
      },
      onChange: (change) => refetch.changed(change),
    });
    const follow = () => {
      if (document.visibilityState === "hidden") {
        feed.hide();
        refetch.pause();
      } else {
        refetch.resume();
        feed.show();
      }
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      feed.hide();
      refetch.close();
    };
  }, [client, queryClient, api]);
  return <LiveContext value={state}>{children}</LiveContext>;
}
