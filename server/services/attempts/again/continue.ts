import { type AttemptRecord, insertStatusEvent, selectAttemptsOfRun } from "#db/queries/attempts.ts";
import { selectCheckpoints } from "#db/queries/attempts/attempt-files.ts";
import { selectDependents } from "#db/queries/inputs.ts";
import {
  type RunRecord,
  selectLastStatusEvents,
  selectRun,
  updateNextAttempt,
  updateRunState,
} from "#db/queries/runs.ts";
import {
  type ContinueAnswer,
  ContinueInput,
  type ContinuationKind,
  type NextAttempt,
} from "../../../contracts/attempts/continuing.ts";
import { topics } from "../../../contracts/live.ts";
import { canContinue } from "../../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../../errors.ts";
import { countOf, listFirst } from "../../../wording/counts.ts";
import { writeCheckpoint } from "../../../wording/checkpoints.ts";
import { actorName, commit, type ServiceContext, type WriteScope } from "../../context.ts";
import { recipeOf } from "../../recipes/book.ts";

/**
 * Checkpoints from which an attempt went on that failed before it left one of its own. A half-written one, as of a power cut, fails
 * each time.
 */
function failedStarts(scope: Pick<WriteScope, "db">, run: RunRecord, left: ReadonlySet<string>): Set<string> {
  const failed = selectAttemptsOfRun(scope.db, run.id)
    .map(({ attempt }) => attempt)
    .filter(
      ({ id, state, exit }) =>
        (state === "failed" || state === "crashed") && exit?.reason !== "refused" && !left.has(id),
    );
  return new Set(failed.flatMap(({ begun }) => (begun?.checkpoint ? placeOf(begun.checkpoint) : [])));
}

const placeOf = ({ attemptId, path }: { attemptId: string; path: string }): string => `${attemptId} ${path}`;

/** The named checkpoint of a run, or its last one from which no attempt has failed at once. */
function checkpointOf(scope: Pick<WriteScope, "db">, run: RunRecord, path?: string) {
  const all = selectCheckpoints(scope.db, run.id);
  const failed = failedStarts(scope, run, new Set(all.map(({ file }) => file.attemptId)));
  const found =
    path === undefined
      ? all.find(({ file }) => !failed.has(placeOf(file)))
      : all.find(({ file }) => file.path === path);
  if (path !== undefined && !found)
    throw new ServiceError(
      "invalid",
      all.length === 0
        ? `${run.name} has no checkpoint.`
        : `${run.name} has no checkpoint "${path}". It has ${listFirst(
            all.map(({ file }) => file.path),
            5,
          )}.`,
      { field: "checkpoint" },
    );
  return found ?? null;
}

/** Where the next attempt of a run would go on, with the worker that has it. */
export function nextCheckpoint(scope: Pick<WriteScope, "db">, run: RunRecord, path?: string) {
  const found = checkpointOf(scope, run, path);
  if (!found) return null;
  const { file, n, workerId, worker } = found;
  const { attemptId, trainStep: step, writtenAt: at } = file;
  return { checkpoint: { attemptId, n, path: file.path, step, at }, workerId, worker };
}

function requireContinuable(scope: WriteScope, id: string, kind: ContinuationKind): RunRecord {
  const run = selectRun(scope.db, id);
  if (!run) throw new ServiceError("not_found", `There is no run ${id}.`);
  if (run.origin === "external")
    throw new ServiceError(
      "invalid",
      `${run.name} was not launched here; only its own client can ${kind} it.`,
    );
  if (run.state === "finished")
    throw new ServiceError(
      "conflict",
      `${run.name} has finished; there is nothing to ${kind}. Launch it again instead.`,
    );
  if (run.state === "queued") throw new ServiceError("conflict", `${run.name} is in the queue already.`);
  if (!canContinue(run.state))
    throw new ServiceError(
      "conflict",
      `${run.name} is ${run.state}; only a run that has ended can be ${kind === "retry" ? "retried" : "resumed"}.`,
    );
  const recipe = recipeOf(scope.db, run);
  if (!recipe)
    throw new ServiceError(
      "conflict",
      `${run.recipe} ${run.recipeVersion} is not known any more, so ${run.name} cannot go on. Launch a clone with what there is now.`,
    );
  return run;
}

/** Runs that were killed only because this one ended wait for it again. Returns how many. */
function requeueDependents(scope: WriteScope, source: Pick<RunRecord, "id">, at: number, by: string): number {
  const killed = selectDependents(scope.db, source.id)
    .map(({ run }) => run)
    .filter((run) => run.state === "killed");
  const why = new Map(
    selectLastStatusEvents(
      scope.db,
      killed.map(({ id }) => id),
    ).map(({ runId, evidence }) => [runId, evidence]),
  );
  let again = 0;
  for (const run of killed) {
    const evidence = why.get(run.id);
    if (evidence?.kind !== "dependency" || evidence.run !== source.id) continue;
    if (!updateRunState(scope.db, run.id, "killed", "queued", { at, endedAt: null })) continue;
    insertStatusEvent(scope.db, {
      runId: run.id,
      attemptId: null,
      at,
      fromState: "killed",
      toState: "queued",
      actor: by,
      evidence: { kind: "request", by },
    });
    scope.touch(topics.run(run.id), topics.experiment(run.experimentId));
    again += 1 + requeueDependents(scope, run, at, by);
  }
  return again;
}

/** Puts an ended run into the queue for another attempt; its points, log and files so far stay as they are. */
function queueNext(scope: WriteScope, run: RunRecord, next: NextAttempt, at: number): number {
  if (!updateRunState(scope.db, run.id, run.state, "queued", { at, endedAt: null }))
    throw new ServiceError("conflict", `${run.name} has just changed. Look again.`);
  updateNextAttempt(scope.db, run.id, next);
  insertStatusEvent(scope.db, {
    runId: run.id,
    attemptId: null,
    at,
    fromState: run.state,
    toState: "queued",
    actor: next.by,
    evidence: {
      kind: "again",
      what: next.kind,
      by: next.by,
      automatic: next.automatic,
      step: next.checkpoint?.step ?? null,
      path: next.checkpoint?.path ?? null,
    },
  });
  scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs);
  return requeueDependents(scope, run, at, next.by);
}

/**
 * Begins a new attempt of a run that has ended without finishing. `resume` needs a checkpoint; `retry` goes on from the last one where
 * there is one, and else from the start.
 */
export function continueRun(ctx: ServiceContext, rawInput: ContinueInput): ContinueAnswer {
  const { id, kind, fromStart, checkpoint: path } = ContinueInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const run = requireContinuable(scope, id, kind);
    if (fromStart && (kind === "resume" || path !== undefined))
      throw new ServiceError("invalid", "From the start is a retry, and needs no checkpoint.");
    const found = fromStart ? null : nextCheckpoint(scope, run, path);
    if (kind === "resume" && !found)
      throw new ServiceError(
        "conflict",
        recipeOf(scope.db, run)?.checkpoints === undefined
          ? `${run.recipe} keeps no checkpoints, so ${run.name} cannot go on where it was. Retry it: it begins anew.`
          : `${run.name} left no checkpoint to go on from. Retry it: it begins anew.`,
      );
    const by = actorName(ctx.actor);
    const next: NextAttempt = {
      kind,
      by,
      automatic: false,
      checkpoint: found?.checkpoint ?? null,
      workerId: found?.workerId ?? null,
    };
    const others = queueNext(scope, run, next, ctx.now());
    const from = found
      ? `goes on from ${writeCheckpoint(found.checkpoint)}, on ${found.worker}`
      : "begins anew";
    const more =
      others === 0
        ? ""
        : ` ${countOf(others, "run that takes from it waits", "runs that take from it wait")} for it again.`;
    return {
      state: "queued",
      fromStep: found?.checkpoint.step ?? null,
      message: `${run.name} is in the queue; its attempt ${selectAttemptsOfRun(scope.db, run.id).length + 1} ${from}.${more}`,
    };
  });
}

/**
 * Tries a run again by itself, where its launch chose so: only after an end that was proven and that nobody asked for, and no more
 * often than was chosen. What a worker refuses, or what ran out of its time, would end the same way.
 */
export function retryByChoice(scope: WriteScope, runId: string, at: number): boolean {
  const run = selectRun(scope.db, runId);
  const retries = run?.limits?.retries ?? 0;
  if (!run || retries === 0) return false;
  const attempts = selectAttemptsOfRun(scope.db, runId).map(({ attempt }) => attempt);
  const reason = attempts.at(-1)?.exit?.reason;
  // Nobody wanted its end; it only had to make room.
  const isWanted = run.state === "failed" || run.state === "crashed" || reason === "preempted";
  if (!isWanted) return false;
  if (reason === undefined || reason === "refused" || reason === "time_limit") return false;
  if (attempts.filter(({ begun }) => begun?.automatic === true).length >= retries) return false;
  const found = nextCheckpoint(scope, run);
  queueNext(
    scope,
    run,
    {
      kind: "retry",
      by: "the launch",
      automatic: true,
      checkpoint: found?.checkpoint ?? null,
      workerId: found?.workerId ?? null,
    },
    at,
  );
  return true;
}

/**
 * What a worker could not start for something that is not of the run, such as a GPU that somebody else took meanwhile, waits in the
 * queue again, with the checkpoint from which it was to go on.
 */
export function putBack(scope: WriteScope, attempt: AttemptRecord, by: string, at: number): boolean {
  const run = selectRun(scope.db, attempt.runId);
  if (!run || !canContinue(run.state) || attempt.stopRequestedAt !== null) return false;
  const checkpoint = attempt.begun?.checkpoint ?? null;
  const workerId = checkpoint === null ? null : attempt.workerId;
  const kind = attempt.begun?.kind ?? "retry";
  queueNext(scope, run, { kind, by, automatic: false, checkpoint, workerId }, at);
  return true;
}
