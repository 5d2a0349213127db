import { pointStore } from "#db/points/open-point-store.ts";
import {
  insertAttempt,
  insertStatusEvent,
  selectAttempt,
  selectAttemptsOfRuns,
  type AttemptRecord,
} from "#db/queries/attempts.ts";
import {
  closeSession,
  insertSession,
  selectLaunchedRun,
  selectLateSessions,
  selectExternalRun,
  updateRunFacts,
  type FoundExternal,
} from "#db/queries/external.ts";
import { selectProject } from "#db/queries/projects.ts";
import { isNamedIn } from "#db/queries/projects/move.ts";
import { type RunRecord, selectRun } from "#db/queries/runs.ts";
import { selectIngestToken } from "#db/queries/ingest-tokens.ts";
import type { RunState } from "../../contracts/run-lifecycle.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { elapsedSince } from "../clock.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { newId } from "../hashing.ts";

/** The project whose token speaks. Throws for everybody else. */
export function ingestActor(ctx: ServiceContext) {
  if (ctx.actor.kind !== "ingest")
    throw new ServiceError("forbidden", "Only an ingest token brings runs from outside.");
  return ctx.actor;
}

/**
 * Whether the token that speaks reaches a run: it is of its project, or somebody moved it from there while its client goes on. What
 * only reads does not follow it into another project.
 */
export function isReached(
  ctx: ServiceContext,
  { id, projectId }: Pick<RunRecord, "id" | "projectId">,
): boolean {
  const actor = ingestActor(ctx);
  return (
    projectId === actor.projectId ||
    (actor.access !== "read" && isNamedIn(ctx.db, actor.projectId, id)) ||
    (actor.makesProjects === true && selectProject(ctx.db, projectId)?.madeFrom === actor.projectId)
  );
}

/** Whose runs the token that speaks reads back: only those that it brought, or null for all of its project. */
export function readsOnly(ctx: ServiceContext): string | null {
  const { access = "write", tokenId } = ingestActor(ctx);
  return access === "write" ? tokenId : null;
}

/** A run of the project whose token speaks; throws where there is none, also where it is another project's. */
export function requireExternal(ctx: ServiceContext, runId: string): FoundExternal {
  const { attempt } = ingestActor(ctx);
  if (attempt) return requireLaunched(ctx, runId, attempt.runId);
  const found = selectExternalRun(ctx.db, runId);
  if (!found || !isReached(ctx, found.run))
    throw new ServiceError(
      "not_found",
      `There is no run ${runId.slice(0, 60)} that this token may write to.`,
    );
  return found;
}

/** A place that no run from outside is at: what is launched here is put into cells by its parameters. */
const NO_PLACE: FoundExternal["place"] = {
  id: 0,
  projectId: "",
  name: "",
  experimentId: "",
  sweepId: "",
  seedKey: null,
  ignoredKeys: [],
  metrics: [],
  groupingVersion: 0,
};

/** The run that a logger inside a launched script speaks of; it may name no other. */
function requireLaunched(ctx: ServiceContext, runId: string, own: string): FoundExternal {
  const run = runId === own ? selectRun(ctx.db, runId) : undefined;
  const told = run && selectLaunchedRun(ctx.db, runId);
  if (!run || !told)
    throw new ServiceError("not_found", `This token writes to the run ${own} alone, after it was opened.`);
  return {
    run,
    told: { ...told, placeId: NO_PLACE.id, tokenId: ingestActor(ctx).tokenId, clientKey: runId },
    place: NO_PLACE,
    kept: null,
  };
}

/**
 * Begins an attempt of a run: with its first word, or because it speaks again after its end. `at` is the moment of that here; as
 * long as nobody says another start it is that too, to the millisecond.
 */
export function openSession(
  ctx: ServiceContext,
  scope: WriteScope,
  { run, told }: Pick<FoundExternal, "run" | "told">,
  writer: string,
  at = ctx.now(),
  startedAt = at,
): AttemptRecord {
  const actor = ingestActor(ctx);
  const token = selectIngestToken(scope.db, actor.tokenId);
  if (!token) throw new ServiceError("forbidden", "That token is gone.");
  const before = selectAttemptsOfRuns(scope.db, [run.id]).length;
  const id = newId("attempt");
  insertAttempt(scope.db, {
    id,
    runId: run.id,
    n: before + 1,
    workerId: token.workerId,
    fence: 1,
    tokenHash: "",
    state: "running",
    claimedAt: at,
    startedAt,
    lastSeenAt: at,
    device: told.environment.host ?? null,
  });
  insertSession(scope.db, { attemptId: id, writer });
  const fromState: RunState | null = before === 0 ? null : run.state;
  if (fromState !== null) updateRunFacts(scope.db, run.id, { state: "running", stateAt: at, endedAt: null });
  insertStatusEvent(scope.db, {
    runId: run.id,
    attemptId: id,
    at,
    fromState,
    toState: "running",
    actor: actor.name,
    evidence: { kind: "told", client: told.client, code: null, reason: null },
  });
  scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs);
  return selectAttempt(scope.db, id) as AttemptRecord;
}

/** Lets an attempt take no more: its points are brought to their final form. */
function close(scope: WriteScope, attemptId: string): void {
  closeSession(scope.db, attemptId);
  pointStore(scope.db).closeAttempt(attemptId);
}

/** Attempts that are closed in one transaction; the others in the next. */
const CLOSED_AT_ONCE = 200;

/** Closes attempts whose end was told long enough ago. Returns how many. */
export function closeLateSessions(ctx: ServiceContext): number {
  if (elapsedSince(ctx, 0) < ctx.timing.externalLateMs) return 0;
  const now = ctx.now();
  const late = selectLateSessions(ctx.db, {
    before: now - ctx.timing.externalLateMs,
    now,
    limit: CLOSED_AT_ONCE,
  });
  if (late.length === 0) return 0;
  return commit(ctx, (scope) => {
    for (const id of late) close(scope, id);
    return late.length;
  });
}
