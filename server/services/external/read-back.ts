import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns, type AttemptOfRun } from "#db/queries/attempts.ts";
import type { PointStore, SeriesFacts } from "#db/points/point-store.ts";
import { selectFile, selectFiles, selectExternalRun, type FoundExternal } from "#db/queries/external.ts";
import { selectStreams, type ExternalStreamRecord } from "#db/queries/external/streams.ts";
import { selectMadeProjects } from "#db/queries/projects.ts";
import { selectOrder, selectRunsOfProject } from "#db/queries/external/runs-of-place.ts";
import { selectPlaceNames } from "#db/queries/external/place-names.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { inAttemptOrder, takeoversOf } from "../series/built-upon.ts";
import { shownFacts } from "../series/shown-part.ts";
import { openedAs } from "./open.ts";
import { ingestActor, isReached, readsOnly, requireExternal } from "./session.ts";
import type { KnownRun, ExternalPoint } from "../../contracts/external/verbs.ts";

const stateOf = ({ run: { state } }: FoundExternal): KnownRun["state"] => {
  if (!isEnded(state)) return "running";
  return state === "finished" ? "finished" : state === "killed" ? "killed" : "failed";
};

/** A run as its client reads it back. */
export const knownAs = (
  found: FoundExternal,
  streams: readonly ExternalStreamRecord[],
  order: number,
): KnownRun => ({
  ...openedAs(found, streams, null, false),
  experiment: found.place.name,
  key: found.told.clientKey,
  state: stateOf(found),
  order,
  createdAt: found.run.queuedAt,
  startedAt: found.run.startedAt,
  endedAt: found.run.endedAt,
});

/** A run by the id that `open` answered; null where this token's project has none. */
export function readExternal(ctx: ServiceContext, runId: string): KnownRun | null {
  const found = selectExternalRun(ctx.db, runId);
  return found && isReached(ctx, found.run)
    ? knownAs(found, selectStreams(ctx.db, runId), selectOrder(ctx.db, runId))
    : null;
}

/** Names of the places of the token's project, newest first. */
export const externalPlaceNames = (ctx: ServiceContext): string[] =>
  [ingestActor(ctx).projectId, ...selectMadeProjects(ctx.db, ingestActor(ctx).projectId)].flatMap((id) =>
    selectPlaceNames(ctx.db, id),
  );

/** Throws `forbidden` for a run that another token brought, where this one only writes. */
export function requireOwn(ctx: ServiceContext, runId: string): void {
  const own = readsOnly(ctx);
  if (own === null || requireExternal(ctx, runId).told.tokenId === own) return;
  throw new ServiceError(
    "forbidden",
    "This key reads back the runs that it brought, and this one came with another. A key that reads all of its project: npx ablab token new NAME --access both",
  );
}

/** The last point of each metric of a run, in the numbers of `pointsOfExternal`; of earlier attempts what no later one took over. */
function latestIn(
  store: PointStore,
  attempts: readonly AttemptOfRun[],
  series: readonly SeriesFacts[],
): Record<string, ExternalPoint> {
  const last: Record<string, ExternalPoint> = Object.create(null) as Record<string, ExternalPoint>;
  const numbered: Record<string, number> = Object.create(null) as Record<string, number>;
  const takeover = takeoversOf(attempts, series);
  for (const one of inAttemptOrder(attempts, series)) {
    const shown = shownFacts(store, one, takeover(one));
    if (shown?.lastX == null || shown.lastValue === null) continue;
    const { metric, axis, n, lastX, lastAt, lastValue } = shown;
    if (axis !== DEFAULT_AXIS) numbered[metric] = (numbered[metric] ?? 0) + n;
    const step = axis === DEFAULT_AXIS ? Math.trunc(lastX) : numbered[metric] - 1;
    if (!(last[metric]?.step > step)) last[metric] = { step, at: lastAt, value: lastValue };
  }
  return last;
}

export function latestOfExternal(ctx: ServiceContext, runId: string, metrics: readonly string[] | null) {
  requireExternal(ctx, runId);
  const attempts = selectAttemptsOfRuns(ctx.db, [runId]);
  const store = pointStore(ctx.db);
  const ids = attempts.map(({ id }) => id);
  return latestIn(store, attempts, store.series(ids, metrics));
}

/** The same of many runs, with one question for each attempt. */
export function latestOfRuns(
  ctx: ServiceContext,
  runIds: readonly string[],
  metrics: readonly string[],
): Map<string, Record<string, ExternalPoint>> {
  const own = selectRunsOfProject(ctx.db, ingestActor(ctx).projectId, runIds);
  for (const runId of runIds) if (!own.has(runId)) requireExternal(ctx, runId);
  const attempts = selectAttemptsOfRuns(ctx.db, runIds);
  const runOf = new Map(attempts.map(({ id, runId }) => [id, runId]));
  const store = pointStore(ctx.db);
  const byRun = Map.groupBy(attempts, ({ runId }) => runId);
  const series = Map.groupBy(store.series([...runOf.keys()], metrics), ({ attemptId }) =>
    runOf.get(attemptId),
  );
  return new Map(
    runIds.map((runId) => [runId, latestIn(store, byRun.get(runId) ?? [], series.get(runId) ?? [])]),
  );
}

export function listExternalFiles(ctx: ServiceContext, runId: string): { path: string; bytes: number }[] {
  requireExternal(ctx, runId);
  return selectFiles(ctx.db, runId)
    .filter(({ kept }) => kept)
    .map(({ path, bytes }) => ({ path, bytes }));
}

/** The bytes of a kept file, or null where there is none under this path. */
export function readExternalFile(ctx: ServiceContext, runId: string, path: string): Uint8Array | null {
  requireExternal(ctx, runId);
  const file = selectFiles(ctx.db, runId).find((one) => one.path === path);
  return (file && selectFile(ctx.db, file.id)?.data) ?? null;
}
