import { writeDuration } from "./times.ts";

/** What a recipe wants to be told first when its run is to end, and how long it then has. */
export interface StopWish {
  signal: "SIGINT" | "SIGTERM";
  graceSeconds: number;
}

/** The signals of a stop in their order, as a clause; null: the recipe leaves them to the worker. */
export function stopSignals(wish: StopWish | null): string {
  if (!wish) return "SIGINT first, then SIGTERM, then SIGKILL";
  const rest = wish.signal === "SIGINT" ? "SIGTERM, then SIGKILL" : "SIGKILL";
  return `${wish.signal} first, after ${writeDuration(wish.graceSeconds * 1000)} ${rest}`;
}

/** The same of runs whose recipes may differ. */
export const STOPS_OF_MANY = "by the stop signals of its recipe, SIGKILL last";
