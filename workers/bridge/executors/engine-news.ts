import type { Engine } from "../../protocol/executors/engine.ts";
import { pause } from "../retryable.ts";
import type { Executor } from "./executor.ts";

/** How often an engine is asked for what may be asked of it. */
const EVERY_MS = 30_000;

/** The newest word of an engine, told once each. */
export interface EngineNews {
  /** What the server was not told yet; null where there is nothing new. */
  report(): { engine: Engine; heard: () => void } | null;
}

/** Keeps asking until the signal comes; of this machine there is nothing to ask. */
export function followEngine(
  executor: Executor,
  log: (line: string) => void,
  stopping: AbortSignal,
): EngineNews {
  let newest: Engine | null = null;
  let told: Engine | null = null;
  let problems = "";

  async function ask(): Promise<void> {
    newest = await executor.capacity();
    const said = newest?.problems.join(" ") ?? "";
    if (said !== problems && said !== "") log(said);
    problems = said;
  }

  async function keepAsking(): Promise<void> {
    while (!stopping.aborted) {
      await ask();
      await pause(EVERY_MS, stopping);
    }
  }

  if (executor.kind !== "local") void keepAsking();
  return {
    report() {
      const engine = newest;
      if (!engine || engine === told) return null;
      return { engine, heard: () => (told = engine) };
    },
  };
}
