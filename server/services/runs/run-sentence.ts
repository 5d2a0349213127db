import type { selectAttemptsOfRun } from "#db/queries/attempts.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import type { RunDetail } from "../../contracts/run.ts";
import { writeCheckpoint } from "../../wording/checkpoints.ts";
import { externalSentence } from "../external/shown/detail.ts";
import { reachOf } from "./measured/progress.ts";
import { attemptSentence } from "./words.ts";

type AttemptOfPage = ReturnType<typeof selectAttemptsOfRun>[number];

function queuedSentence(why: string, state: string): string {
  return state === "queued" || why.startsWith("never started") ? `It ${why}.` : `It was ${why}.`;
}

/** Which attempt it is, where it is not the first. */
function attemptWords(attempts: readonly AttemptOfPage[]): string {
  const [before, last] = attempts.slice(-2);
  const begun = last?.attempt.begun;
  if (!begun) return "";
  const verb = begun.kind === "resume" ? "resumed" : "retried";
  const from = begun.checkpoint ? `from ${writeCheckpoint(begun.checkpoint)}` : "from the start";
  return ` Attempt ${last.attempt.n}, ${verb} ${from} after attempt ${before.attempt.n} ${before.attempt.state === "killed" ? "was stopped" : before.attempt.state}.`;
}

/** The state in a sentence, with whose word it is where nobody here saw it. */
function sentenceOf(
  run: RunRecord,
  { attempt, worker }: AttemptOfPage,
  external: RunDetail["external"],
): string {
  const reach = reachOf({ run, attempt });
  if (external === null) return attemptSentence(attempt, worker, reach);
  return (
    externalSentence(attempt, external.client) ??
    attemptSentence({ ...attempt, device: null }, attempt.device ?? "a host that it did not name", reach)
  );
}

/** The state of a run in a sentence, and which of its attempts that is; `why`: the same as one clause. */
export function runSentence(
  run: RunRecord,
  attempts: readonly AttemptOfPage[],
  { external, why }: { external: RunDetail["external"]; why: string },
): string {
  const latest = attempts.at(-1);
  return latest && run.state !== "queued"
    ? sentenceOf(run, latest, external) + attemptWords(attempts)
    : queuedSentence(why, run.state);
}
