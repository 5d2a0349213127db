import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { ofConnection } from "../../prepared.ts";
import { annotations, externalPlaces, externalRuns, externalStreams, runs } from "../../schema/index.ts";
import { FOUND, type FoundExternal } from "../external.ts";
import type { ExternalStreamRecord } from "./streams.ts";

/** Where runs from outside stand in the order in which they were made. */
const order = sql<number>`${externalRuns}.rowid`;

const orderOf = ofConnection(({ $client }) =>
  $client.prepare("select rowid from external_runs where run_id = ?").pluck(),
);

/** Where a run from outside stands in the order in which they were made. */
export const selectOrder = (db: Db, runId: string): number =>
  (orderOf(db).get(runId) as number | undefined) ?? 0;

const ofProject = ofConnection(({ $client }) =>
  $client
    // The plus keeps the index of projects out of it: all runs of the project would be gone through.
    .prepare("select id from runs where +project_id = ? and id in (select value from json_each(?))")
    .pluck(),
);

/** Those of these runs that are in a project. */
export const selectRunsOfProject = (db: Db, projectId: string, runIds: readonly string[]) =>
  new Set(ofProject(db).all(projectId, JSON.stringify(runIds)) as string[]);

/**
 * Some runs of a place, newest first, made before the one of an order, of one token alone where it is given: an index has what is
 * needed for it.
 */
export const selectOrdersOfPlace = (
  db: Db,
  {
    placeId,
    tokenId,
    before,
    limit,
  }: { placeId: number; tokenId: string | null; before: number | null; limit: number },
): number[] =>
  db
    .select({ order })
    .from(externalRuns)
    .where(
      and(
        eq(externalRuns.placeId, placeId),
        tokenId === null ? undefined : eq(externalRuns.tokenId, tokenId),
        before === null ? undefined : lt(order, before),
      ),
    )
    .orderBy(desc(order))
    .limit(limit)
    .all()
    .map((row) => row.order);

/** Runs by their order, newest first, with what was heard in each stream of them. */
export function selectExternalRunsByOrder(
  db: Db,
  orders: readonly number[],
): (FoundExternal & { order: number; streams: ExternalStreamRecord[] })[] {
  const found = db
    .select({ order, ...FOUND })
    .from(externalRuns)
    .innerJoin(runs, eq(runs.id, externalRuns.runId))
    .leftJoin(annotations, eq(annotations.subjectId, externalRuns.runId))
    .innerJoin(externalPlaces, eq(externalPlaces.id, externalRuns.placeId))
    .where(inArray(order, [...orders]))
    .orderBy(desc(order))
    .all();
  const ids = found.map(({ run }) => run.id);
  const streams = Map.groupBy(
    db.select().from(externalStreams).where(inArray(externalStreams.runId, ids)).all(),
    ({ runId }) => runId,
  );
  return found.map((one) => ({ ...one, streams: streams.get(one.run.id) ?? [] }));
}

/** What runs are called, by their order, newest first. */
export const selectCalledByOrder = (db: Db, orders: readonly number[]) =>
  db
    .select({ runId: runs.id, key: externalRuns.clientKey, name: runs.name, createdAt: runs.queuedAt })
    .from(externalRuns)
    .innerJoin(runs, eq(runs.id, externalRuns.runId))
    .where(inArray(order, [...orders]))
    .orderBy(desc(order))
    .all();
