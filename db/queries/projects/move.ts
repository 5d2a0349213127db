import { and, eq, or, sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { ofConnection } from "../../prepared.ts";
import { experiments, externalPlaces, reports, runs, sweeps } from "../../schema/index.ts";
import type { ExperimentRecord, SweepRecord } from "../experiments.ts";

const moves = new WeakMap<Db["$client"], number>();

/** Another number after every move: what was read of a project before may hold less or more by now. */
export const movesSeen = (db: Db): number => moves.get(db.$client) ?? 0;

/** Takes over the number of whoever makes the moves, on a connection that only reads. */
export const noteMoves = (db: Db, seen: number): void => void moves.set(db.$client, seen);

const countMove = (db: Db): void => void moves.set(db.$client, movesSeen(db) + 1);

/** Lets an experiment, its place of a client and all its runs be of another project. */
export function updateProjectOfExperiment(db: Db, id: string, projectId: string): void {
  countMove(db);
  db.update(experiments).set({ projectId }).where(eq(experiments.id, id)).run();
  db.update(runs).set({ projectId }).where(eq(runs.experimentId, id)).run();
}

export const updateProjectOfReport = (db: Db, id: string, projectId: string): boolean =>
  db.update(reports).set({ projectId }).where(eq(reports.id, id)).run().changes === 1;

/** The place of a client under another name, or in another project. */
export function updatePlaceOf(db: Db, id: number, set: { projectId: string; name: string }): void {
  db.update(externalPlaces).set(set).where(eq(externalPlaces.id, id)).run();
}

/** The experiment of a project that runs of another one, or of those that came from it, go into. */
export const selectSibling = (db: Db, projectId: string, origin: string): ExperimentRecord | undefined =>
  db
    .select()
    .from(experiments)
    .where(
      and(
        eq(experiments.projectId, projectId),
        or(eq(experiments.id, origin), eq(experiments.movedFrom, origin)),
      ),
    )
    .orderBy(sql`${experiments.movedFrom} is not null`)
    .get();

export const selectSweep = (db: Db, id: string): SweepRecord | undefined =>
  db.select().from(sweeps).where(eq(sweeps.id, id)).get();

/** The sweep of an experiment that stands for one launch, whose runs may lie in several experiments. */
export const selectSweepOfLaunch = (
  db: Db,
  experimentId: string,
  launchKeys: string[],
): SweepRecord | undefined =>
  db
    .select()
    .from(sweeps)
    .where(
      and(
        eq(sweeps.experimentId, experimentId),
        sql`${sweeps.launchKey} in (select value from json_each(${JSON.stringify(launchKeys)}))`,
      ),
    )
    .get();

/** Puts a run into an experiment of any project. */
export function updateHome(
  db: Db,
  runId: string,
  home: { projectId: string; experimentId: string; sweepId: string },
): void {
  countMove(db);
  db.update(runs).set(home).where(eq(runs.id, runId)).run();
}

const nameIn = ofConnection(({ $client }) =>
  $client.prepare("select 1 from external_names where project_id = ? and run_id = ?"),
);

/** Whether a run goes by a name in a project: clients that brought it there still reach it. */
export const isNamedIn = (db: Db, projectId: string, runId: string): boolean =>
  nameIn(db).get(projectId, runId) !== undefined;

export const countRunsOf = (db: Db, experimentId: string): number =>
  db
    .select({ n: sql<number>`count(*)` })
    .from(runs)
    .where(eq(runs.experimentId, experimentId))
    .get()?.n ?? 0;

const PEOPLE_MADE = `select exists (select 1 from reports where experiment_id = @id)
  or exists (select 1 from keepings where subject_id = @id)
  or exists (select 1 from alert_rules where scope = 'experiment' and subject = @id)
  or exists (select 1 from alert_mutes where kind = 'experiment' and subject = @id)`;

/** Whether people made something of an experiment itself: a report, notes and tags, a rule that watches it, or silence. */
export const isMadeUseOf = (db: Db, id: string): boolean =>
  db.$client.prepare(PEOPLE_MADE).pluck().get({ id }) === 1;
