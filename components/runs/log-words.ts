import type { RunRow } from "#server/contracts/run.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";

/** Why a log is empty: what is not written yet may come, and a console that a client does not send never does. */
export function emptyLogWords({ state, origin }: Pick<RunRow, "state" | "origin">): string {
  const yet = isEnded(state) ? "" : " so far";
  return origin === "external" ? `No console output was logged${yet}.` : `No output${yet}.`;
}
