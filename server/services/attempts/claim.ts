import {
  type AttemptRecord,
  insertAttempt,
  insertStatusEvent,
  selectAttemptsOfRun,
  selectLiveAttemptsOfWorker,
  updateAttempt,
} from "#db/queries/attempts.ts";
import { selectBenchmarkByHash } from "#db/queries/benchmarks.ts";
import {
  selectFolderWorkers,
  selectProblemSetOfRun,
  selectRunInputs,
  selectUnmetInputs,
} from "#db/queries/inputs.ts";
import {
  type RunRecord,
  selectRun,
  updateNextAttempt,
  updateRunBenchmark,
  updateRunState,
} from "#db/queries/runs.ts";
import { selectWaiting } from "#db/queries/queue/queue-order.ts";
import { updateWorker, type WorkerRecord } from "#db/queries/workers.ts";
import {
  type Assignment,
  type ClaimAnswer,
  type ClaimMessage,
  MOST_EARLIER,
} from "../../../workers/protocol/messages.ts";
import type { Chore } from "../../../workers/protocol/attempts/chores.ts";
import type { LeftFolder } from "../../../workers/protocol/attempts/left-folders.ts";
import { PROBLEM_SET } from "../../../workers/protocol/inputs.ts";
import type { Begun } from "../../contracts/attempts/continuing.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { newId, newSecret, sha256 } from "../hashing.ts";
import { problemRuns } from "../inputs/resolve.ts";
import { choresFor, hearChores } from "./retention/chores.ts";
import { hearGoneFolders, leftFoldersOf } from "./retention/left-folders.ts";
import { createAttemptToken } from "./logger-token.ts";
import { recipeOf } from "../recipes/book.ts";
import { selectGpusOfAttempt } from "#db/queries/machine/leases.ts";
import { engineAsk, gpuOffer, gpuWish, leaseGpus } from "../machine/give-gpus.ts";
import { canStart } from "../../contracts/queue/arrange.ts";
import { canPlace } from "../executors/engines.ts";
import { hearMachine } from "../machine/hear-machine.ts";

/** The attempts of a run before the nth that were started: which, the latest first, and how long they ran, ms. */
function startedBefore(scope: WriteScope, run: RunRecord, n: number): { earlier: string[]; ranMs: number } {
  const started = selectAttemptsOfRun(scope.db, run.id).flatMap(({ attempt }) =>
    attempt.n < n && attempt.startedAt !== null ? { ...attempt, startedAt: attempt.startedAt } : [],
  );
  const latest = started.toSorted((a, b) => b.n - a.n).slice(0, MOST_EARLIER);
  const spans = started.map(({ startedAt, endedAt }) => Math.max(0, (endedAt ?? startedAt) - startedAt));
  return { earlier: latest.map(({ id }) => id), ranMs: spans.reduce((sum, ms) => sum + ms, 0) };
}

function assignmentOf(
  scope: WriteScope,
  worker: WorkerRecord,
  run: RunRecord,
  attempt: Pick<AttemptRecord, "id" | "n" | "fence" | "begun">,
  token: string,
  ingestToken: string | undefined,
): Assignment {
  const hashes = new Set(problemRuns(scope.db, run).flatMap((r) => r.benchmarkHash ?? []));
  const benchmarks = [...hashes].flatMap((hash) => selectBenchmarkByHash(scope.db, hash) ?? []);
  const { earlier, ranMs } = startedBefore(scope, run, attempt.n);
  return {
    attemptId: attempt.id,
    runId: run.id,
    runName: run.name,
    n: attempt.n,
    fence: attempt.fence,
    token,
    recipe: run.recipe,
    recipeVersion: run.recipeVersion,
    params: run.params,
    seed: run.seed,
    gpus: selectGpusOfAttempt(scope.db, attempt.id),
    ...(ingestToken !== undefined && { ingestToken }),
    // Parameters name a benchmark as it was called at their launch.
    benchmarks: benchmarks.flatMap(({ name, formerNames, hash }) =>
      [name, ...formerNames].map((called) => ({ name: called, hash })),
    ),
    inputs: selectRunInputs(scope.db, [run.id]).map(({ input: { slot, kind } }) => ({ slot, kind })),
    ...(attempt.begun?.checkpoint && {
      checkpoint: { attemptId: attempt.begun.checkpoint.attemptId, path: attempt.begun.checkpoint.path },
    }),
    ...(earlier.length > 0 && { earlier }),
    ...(ranMs > 0 && { ranMs }),
    ...(run.limits?.besideOthers && { besideOthers: true as const }),
    ...(run.limits?.timeLimitS !== undefined && { timeLimitMs: run.limits.timeLimitS * 1000 }),
    ...(worker.engine !== null && { slurm: engineAsk(worker, run.limits?.slurm, gpuWish(scope.db, run)) }),
  };
}

/** A run whose problems another run made is one on that registered set, from the moment it is given out. */
function withGivenProblems(scope: WriteScope, run: RunRecord): RunRecord {
  const found = selectRunInputs(scope.db, [run.id]).find(({ input }) => input.slot === PROBLEM_SET);
  const set = found && selectProblemSetOfRun(scope.db, found.input.fromRunId);
  if (!set || set.hash === run.benchmarkHash) return run;
  updateRunBenchmark(scope.db, run.id, set.hash);
  return { ...run, benchmarkHash: set.hash };
}

/** A script may log by any client; a recipe of our own says everything by its events. */
function ingestTokenFor(
  ctx: ServiceContext,
  scope: WriteScope,
  run: RunRecord,
  attempt: Pick<AttemptRecord, "id" | "workerId">,
): string | undefined {
  return recipeOf(scope.db, run)?.script ? createAttemptToken(ctx, scope, run, attempt) : undefined;
}

function begunBy({ next }: RunRecord): Begun | null {
  if (!next) return null;
  const { workerId: _where, ...begun } = next;
  return begun;
}

/**
 * An attempt given to this worker that it does not know of: the answer to its claim was lost on the way, so nothing has
 * started. It is given out again, with a new token because only the hash of the first one was kept.
 */
function giveOutAgain(
  ctx: ServiceContext,
  scope: WriteScope,
  worker: WorkerRecord,
  known: string[],
): Assignment | null {
  const lost = selectLiveAttemptsOfWorker(scope.db, worker.id).find(
    (attempt) => attempt.startedAt === null && !known.includes(attempt.id),
  );
  const run = lost && selectRun(scope.db, lost.runId);
  if (!run) return null;
  const token = newSecret("attempt");
  updateAttempt(scope.db, lost.id, { tokenHash: sha256(token) });
  return assignmentOf(scope, worker, run, lost, token, ingestTokenFor(ctx, scope, run, lost));
}

function giveOut(ctx: ServiceContext, scope: WriteScope, worker: WorkerRecord): Assignment | null {
  const can = new Set(worker.recipes.map((r) => `${r.slug}@${r.version}`));
  const unmet = new Set(selectUnmetInputs(scope.db).map(({ input }) => input.runId));
  const folders = selectFolderWorkers(scope.db);
  const offer = gpuOffer(scope.db, worker);
  let gpus: ReturnType<typeof offer> = null;
  const { inOrder, told } = selectWaiting(scope.db);
  const next = inOrder.find(
    (run) =>
      canStart(told, run.id) &&
      !unmet.has(run.id) &&
      can.has(`${run.recipe}@${run.recipeVersion}`) &&
      // A checkpoint lies on the worker that made it.
      (folders.get(run.id) ?? worker.id) === worker.id &&
      (run.next?.workerId ?? worker.id) === worker.id &&
      canPlace(worker, run) &&
      (gpus = offer(run)) !== null,
  );
  const run = next && selectRun(scope.db, next.id);
  if (!run) return null;
  const at = ctx.now();
  if (!updateRunState(scope.db, run.id, "queued", "starting", { at })) return null;
  const token = newSecret("attempt");
  const attemptId = newId("attempt");
  const n = selectAttemptsOfRun(scope.db, run.id).length + 1;
  const begun = begunBy(run);
  updateNextAttempt(scope.db, run.id, null);
  insertAttempt(scope.db, {
    id: attemptId,
    runId: run.id,
    n,
    workerId: worker.id,
    fence: 1,
    tokenHash: sha256(token),
    state: "starting",
    claimedAt: at,
    lastSeenAt: at,
    begun,
  });
  leaseGpus(scope.db, attemptId, gpus ?? [], at);
  insertStatusEvent(scope.db, {
    runId: run.id,
    attemptId,
    at,
    fromState: "queued",
    toState: "starting",
    actor: worker.name,
    evidence: { kind: "claim", worker: worker.name },
  });
  scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs, topics.workers);
  const attempt = { id: attemptId, n, fence: 1, workerId: worker.id, begun };
  const ingestToken = ingestTokenFor(ctx, scope, run, attempt);
  return assignmentOf(scope, worker, withGivenProblems(scope, run), attempt, token, ingestToken);
}

/**
 * Gives the first run of the queue that this worker can execute and whose inputs are there to it, or nothing. The compare-and-set on the run's state inside
 * one immediate transaction is what makes two claims of one run impossible.
 */
export function claimAttempt(ctx: ServiceContext, worker: WorkerRecord, message: ClaimMessage): ClaimAnswer {
  if (message.workerId !== worker.id)
    throw new ServiceError("forbidden", "This token belongs to another worker.");
  let chores: Chore[] = [];
  let leftFolders: LeftFolder[] = [];
  const assignment = commit(ctx, (scope) => {
    const load = {
      free: message.free,
      cpuShare: message.load.cpuShare,
      memoryShare: message.load.memoryShare,
    };
    updateWorker(scope.db, worker.id, { lastSeenAt: ctx.now(), ...load });
    const informed = hearMachine(ctx, scope, worker, message.machine);
    hearChores(scope, worker, message.chores ?? [], ctx.now());
    chores = choresFor(scope, worker);
    hearGoneFolders(scope, worker, message.goneFolders ?? [], ctx.now());
    leftFolders = leftFoldersOf(scope, worker, ctx.now());
    if (message.engine) {
      updateWorker(scope.db, worker.id, { engine: message.engine });
      informed.engine = message.engine;
      scope.touch(topics.workers);
    }
    if (worker.free !== message.free) scope.touch(topics.workers);
    if (message.free === 0) return null;
    const again = giveOutAgain(ctx, scope, worker, message.running);
    return again ?? (worker.draining ? null : giveOut(ctx, scope, informed));
  });
  return {
    assignment,
    drain: worker.draining,
    pollMs: ctx.timing.pollMs,
    ...(chores.length > 0 && { chores }),
    ...(leftFolders.length > 0 && { leftFolders }),
  };
}
