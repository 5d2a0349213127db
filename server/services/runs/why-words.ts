import { selectLastStatusEvents, type RunPageRow } from "#db/queries/runs.ts";
import type { StatusEvidence } from "../../contracts/attempt.ts";
import type { ServiceContext } from "../context.ts";
import { queueReasons } from "./queue-reasons.ts";
import { exitWords, proofWords } from "./words.ts";

/** Why a run was killed before anything of it ran. */
function neverStarted(evidence: StatusEvidence | undefined): string {
  return evidence?.kind === "dependency"
    ? `never started: ${proofWords(evidence)}`
    : "taken out of the queue; it never started";
}

function whyOf(
  { run, attempt }: RunPageRow,
  waiting: Map<string, string>,
  endedBy: Map<string, StatusEvidence>,
): string {
  if (run.state === "queued") return waiting.get(run.id) ?? "waits in the queue";
  if (!attempt) return run.state === "killed" ? neverStarted(endedBy.get(run.id)) : "";
  if (attempt.exit) return exitWords(attempt.exit);
  if (run.state === "unreachable") return "no word from its worker; not a verdict";
  if (run.state === "stopping") return `stop asked by ${attempt.stopAskedBy ?? "somebody"}`;
  return attempt.phase ?? "";
}

/** For each run of a page one clause that says why it waits, or how it ended. */
export function whyWords(ctx: ServiceContext, page: RunPageRow[]): Map<string, string> {
  const waiting = page.some(({ run }) => run.state === "queued")
    ? queueReasons(ctx)
    : new Map<string, string>();
  const unstarted = page.filter(({ run, attempt }) => run.state === "killed" && !attempt);
  const endedBy = new Map(
    selectLastStatusEvents(
      ctx.db,
      unstarted.map(({ run }) => run.id),
    ).map(({ runId, evidence }) => [runId, evidence]),
  );
  return new Map(page.map((row) => [row.run.id, whyOf(row, waiting, endedBy)]));
}
