import type { TabMessage, Tabs } from "./tick-feed.ts";

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
