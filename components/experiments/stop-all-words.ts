import type { RunState } from "#server/contracts/run-lifecycle.ts";
import { countOf, plural, writeCount } from "#server/wording/counts.ts";

/** What one press would stop, in words; null where there is nothing to stop. */
export interface StopAllWords {
  /** On the button: "Stop all (2 running, 171 queued)". */
  label: string;
  /** On the button of the dialog: "Stop 173 runs". */
  confirm: string;
  effect: string;
}

/** Runs that are stopping were asked already and do not count. */
export function stopAllWords(states: Partial<Record<RunState, number>>): StopAllWords | null {
  const { queued = 0, starting = 0, running = 0, unreachable = 0 } = states;
  const live = starting + running;
  const all = live + unreachable + queued;
  if (all === 0) return null;
  const counts = [
    live > 0 ? `${writeCount(live)} running` : "",
    unreachable > 0 ? `${writeCount(unreachable)} unreachable` : "",
    queued > 0 ? `${writeCount(queued)} queued` : "",
  ].filter(Boolean);
  const effects = [
    queued > 0
      ? `${countOf(queued, "run leaves", "runs leave")} the queue and never ${plural(queued, "starts", "start")}.`
      : "",
    live > 0
      ? `${countOf(live, "run ends", "runs end")} at about the step reached now: SIGINT first, then SIGTERM, then SIGKILL. Every point up to there stays.`
      : "",
    unreachable > 0
      ? `For ${countOf(unreachable, "run")} the request is kept and delivered when a silent worker calls again.`
      : "",
  ].filter(Boolean);
  return {
    label: `Stop all (${counts.join(", ")})`,
    confirm: `Stop ${countOf(all, "run")}`,
    effect: effects.join(" "),
  };
}
