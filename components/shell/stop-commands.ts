import type { Command } from "#components/layout/command-palette.tsx";
import type { RunRow } from "#server/contracts/run.ts";

export type StoppableRun = Pick<RunRow, "id" | "name" | "state" | "origin">;

const VERB = "stop";
const FEWEST_LETTERS = 3;

/** Runs that a press ends: what is silent, ended or asked already is a matter of its own page. */
const STOPPABLE: ReadonlySet<RunRow["state"]> = new Set(["queued", "starting", "running"]);

/** What a press on Stop does to a run, in a sentence. */
export function effectOfStop({ state, origin }: StoppableRun): string {
  if (origin === "external") return "The stop reaches its client with its next request. Logged points stay.";
  return state === "queued" ? "It leaves the queue." : "It ends where it is. Every point up to there stays.";
}

/** "Stop NAME" for each live run, once the verb is typed: who looks for a run by its name opens it and stops nothing. */
export function stopCommands(
  typed: string,
  runs: readonly StoppableRun[],
  ask: (run: StoppableRun) => void,
): Command[] {
  const words = typed.toLowerCase().split(/\s+/);
  if (!words.some((word) => word.length >= FEWEST_LETTERS && VERB.startsWith(word))) return [];
  return runs
    .filter(({ state }) => STOPPABLE.has(state))
    .map((run) => ({
      id: `stop-${run.id}`,
      group: "Do",
      label: "Stop",
      subject: run.name,
      state: run.state,
      run: () => ask(run),
    }));
}
