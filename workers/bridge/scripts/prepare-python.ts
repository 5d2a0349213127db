import { appendFileSync } from "node:fs";
import { type PythonOf, type PythonSource, pythonOf } from "../../scripts/python/python-of.ts";
import type { Script } from "../../scripts/read-folder.ts";
import { appendEvent } from "../append-event.ts";
import type { Attempt } from "../attempt.ts";
import { tellMeanwhile } from "./tell-meanwhile.ts";

/** What the run says meanwhile; people wait for minutes and want to know for what. */
const PHASE = "preparing its environment";

/**
 * Makes the Python of a script before its start. Meanwhile the attempt goes on to be heard of: the installer's lines are in
 * its log, and how far it is stands where trainers say their phase. Throws `FolderProblem`, and `StoppedBefore`.
 */
export async function preparePython(
  attempt: Attempt,
  script: Script,
  {
    source,
    path,
    heartbeatMs,
    signal,
  }: { source: PythonSource; path?: string; heartbeatMs: () => number; signal: AbortSignal },
): Promise<PythonOf | null> {
  const { directory } = attempt;
  return tellMeanwhile(attempt, { what: "its Python environment", heartbeatMs, signal }, (stopped) =>
    pythonOf(script, source, path, {
      onLine: (line) => appendFileSync(directory.log, `${line}\n`, { mode: 0o600 }),
      onCount: (step, total) =>
        appendEvent(directory.events, { t: "progress", at: Date.now(), phase: PHASE, step, total }),
      signal: stopped,
    }),
  );
}
