import { carryOver, markLaidOut } from "../../scripts/carry-over.ts";
import type { WorkingFolder } from "../../scripts/working-folder.ts";
import { judgeAttempt, lookAt } from "../adopt.ts";
import { appendEvent } from "../append-event.ts";
import type { Attempt } from "../attempt.ts";
import { openRunDirectory, type RunDirectory } from "../run-directory.ts";
import { tellMeanwhile } from "./tell-meanwhile.ts";

const MOST_NAMED = 10;

/** Whether nothing of an attempt can write any more. A process on another machine is only known to be gone by its exit record. */
function isOver(directory: RunDirectory, attemptId: string): boolean {
  if (directory.exit()?.settled) return true;
  const isHere = directory.launch()?.beatMs === undefined;
  return isHere && ["ended", "unstarted"].includes(judgeAttempt(lookAt(directory, attemptId)).is);
}

/** The latest of the earlier attempts of a run whose working folder is here and whole. */
function latestHere(home: string, { runId, earlier = [] }: Attempt["assignment"]) {
  for (const attemptId of earlier) {
    const directory = openRunDirectory(home, attemptId);
    const laidOut = directory.laidOut();
    const assignment = laidOut && directory.assignment();
    if (assignment?.runId === runId) return { directory, attemptId, n: assignment.n, laidOut };
  }
  return null;
}

/**
 * Lets an attempt whose working folder was just laid out start with what an earlier one of its run wrote in its own, and says so on the
 * run; then the folder is on record as whole. Throws `StoppedBefore`.
 */
export async function goOnInFolder(
  attempt: Attempt,
  { script }: WorkingFolder,
  { home, heartbeatMs, signal }: { home: string; heartbeatMs: () => number; signal: AbortSignal },
): Promise<void> {
  const { assignment, directory } = attempt;
  const hashed = Object.keys(script.files);
  const now = await markLaidOut(directory.work, script.folder, hashed);
  const found = latestHere(home, assignment);
  const say = (message: string) =>
    appendEvent(directory.events, {
      t: "note",
      at: Date.now(),
      level: "info",
      message: message.slice(0, 2000),
    });
  if (found?.laidOut) {
    const { directory: earlier, attemptId, n, laidOut } = found;
    const carried = await tellMeanwhile(attempt, { what: "its folder", heartbeatMs, signal }, () =>
      carryOver({ place: earlier.work, ...laidOut }, { ...now, hashed }, isOver(earlier, attemptId)),
    );
    if (carried.length > 0) say(`Goes on with what attempt ${n} wrote in its folder: ${named(carried)}.`);
  } else if (assignment.earlier?.length)
    say("What earlier attempts of this run wrote in their folders is not on this worker; it starts without.");
  directory.saveLaidOut({ copy: now.copy, laid: now.laid });
}

function named(paths: readonly string[]): string {
  const more = paths.length - MOST_NAMED;
  return `${paths.slice(0, MOST_NAMED).join(", ")}${more > 0 ? `, ${more} more` : ""}`;
}
