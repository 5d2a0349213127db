import { selectLastOfKind } from "#db/queries/alerts/alerts.ts";
import type { StateChange } from "#db/queries/alerts/watch.ts";
import { selectRun } from "#db/queries/runs.ts";
import { selectAttempt } from "#db/queries/attempts.ts";
import type { ExitRecord } from "../../../workers/protocol/exit.ts";
import type { Reach } from "../../contracts/reach.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { writeTimeOfDay } from "../../wording/times.ts";
import { beginSentence } from "../../wording/typography.ts";
import type { NewAlert } from "../alerts/fire.ts";
import type { ServiceContext } from "../context.ts";
import { reachOf } from "../runs/measured/progress.ts";
import { exitWords, proofWords, whyItFailed } from "../runs/words.ts";

/** A run that is heard now and then is told of once in so long. */
const SILENCE_AGAIN_MS = 3_600_000;

const message = (words: string): string => `${beginSentence(words.replace(/\.$/, ""))}.`;

/** How an attempt ended, without a line of its log: alerts go to places that must not have one. */
function endWords(exit: ExitRecord, reach: Reach | null): string {
  const bare = { ...exit, detail: "", tail: [] };
  const cause = whyItFailed(exit);
  if (!cause) return message(exitWords(bare, reach));
  const code = exit.code === null ? "" : ` (exit ${exit.code})`;
  return message(`${cause.words}${code}`);
}

const ENDED: Partial<Record<StateChange["to"], string>> = {
  finished: "finished",
  killed: "was stopped",
  failed: "failed",
  crashed: "was lost with its machine",
};

function endAlert(ctx: ServiceContext, change: StateChange): NewAlert | null {
  const words = ENDED[change.to];
  if (words === undefined) return null;
  const attempt = change.attemptId === null ? null : selectAttempt(ctx.db, change.attemptId);
  const exit = attempt?.exit;
  const run = exit ? selectRun(ctx.db, change.runId) : undefined;
  const isFailure = change.to === "failed" || change.to === "crashed";
  const why = exit
    ? endWords(exit, run ? reachOf({ run, attempt }) : null)
    : change.evidence.kind === "dependency"
      ? `It never started: ${proofWords(change.evidence)}.`
      : `It never started; taken out of the queue by ${change.actor}.`;
  const again = isEnded(change.state) ? "" : " Another attempt of it is under way or waits in the queue.";
  return {
    cause: `end:${change.attemptId ?? `${change.runId}:${change.id}`}:${change.to}`,
    kind: isFailure ? "failed" : "ended",
    level: isFailure ? "problem" : "info",
    title: `${change.name} ${words}`,
    why: `${why}${again}`,
    runId: change.runId,
    asked:
      change.to === "killed" &&
      (attempt ? attempt.stopRequestedBy !== null : change.evidence.kind !== "dependency"),
  };
}

function silenceAlert(ctx: ServiceContext, change: StateChange): NewAlert | null {
  const last = selectLastOfKind(ctx.db, change.runId, "unreachable");
  if (last !== null && ctx.now() - last < SILENCE_AGAIN_MS) return null;
  const since = change.evidence.kind === "silence" ? ` since ${writeTimeOfDay(change.evidence.since)}` : "";
  return {
    cause: `silence:${change.id}`,
    kind: "unreachable",
    level: "warning",
    title: `${change.name} is unreachable`,
    why: `No heartbeat${since}. This is not a verdict: the training may go on, and its points arrive when it reconnects.`,
    runId: change.runId,
  };
}

/** What a change of state has to say; null where it goes on as it should. */
export function stateAlert(ctx: ServiceContext, change: StateChange): NewAlert | null {
  return change.to === "unreachable" ? silenceAlert(ctx, change) : endAlert(ctx, change);
}
