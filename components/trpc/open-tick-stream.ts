import type { TRPCClient } from "@trpc/client";
import type { AppRouter } from "#server/routers/index.ts";
import type { OpenStream } from "./tick-feed.ts";

/** A server that is starting refuses streams for a second or two. */
const AGAIN_MS = 1000;
const LONGEST_MS = 15_000;

/**
 * The server's ticks as server-sent events, behind the last one seen. A lost connection is opened again by the link; a refused
 * one, which a browser does not try again, by us.
 */
export function openTickStream(client: TRPCClient<AppRouter>): OpenStream {
  return (after, on) => {
    let last = after;
    let stream: { unsubscribe(): void } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closed = false;
    let waitMs = AGAIN_MS;

    const openAgain = () => {
      if (closed) return;
      on.lost();
      stream?.unsubscribe();
      clearTimeout(timer);
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(LONGEST_MS, 2 * waitMs);
    };
    const open = () => {
      stream = client.live.ticks.subscribe(last === null ? undefined : { lastEventId: String(last) }, {
        onStarted: () => {
          waitMs = AGAIN_MS;
          on.started();
        },
        onData: ({ id, data }) => {
          last = Number(id);
          on.tick({ id: last, ...data });
        },
        onConnectionStateChange: ({ state }) => {
          if (state === "connecting") on.lost();
        },
        onError: openAgain,
        onStopped: openAgain,
      });
    };
    open();
    return {
      unsubscribe() {
        closed = true;
        clearTimeout(timer);
        stream?.unsubscribe();
      },
    };
  };
}
