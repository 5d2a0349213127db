import { setImmediate } from "node:timers/promises";

/** Work of which nobody notices that he waits for it. */
const UNNOTICED_MS = 15;

/** Lets others be served between steps of a long work, once it took notable time. */
export function createPauses(now = () => performance.now()): () => Promise<void> | undefined {
  let since = now();
  const pause = async () => {
    await setImmediate();
    since = now();
  };
  return () => (now() - since < UNNOTICED_MS ? undefined : pause());
}
