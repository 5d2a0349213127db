import { and, asc, desc, eq, inArray, ne } from "drizzle-orm";
import type { Db } from "../client.ts";
import { selectCheckpoints } from "./attempts/attempt-files.ts";
import type { ArtifactEvent, EpisodeStep } from "../../workers/protocol/events.ts";
import { artifacts, attempts, benchmarks, evaluations, labelSets, runInputs, runs } from "../schema/index.ts";

export type RunInputRecord = typeof runInputs.$inferSelect;

export function insertRunInputs(db: Db, rows: RunInputRecord[]): void {
  for (const row of rows) db.insert(runInputs).values(row).run();
}

/** What a run takes, with the source run as it is now; a deleted source has no state. */
export function selectRunInputs(db: Db, runIds: string[]) {
  if (runIds.length === 0) return [];
  return db
    .select({ input: runInputs, source: runs })
    .from(runInputs)
    .leftJoin(runs, eq(runs.id, runInputs.fromRunId))
    .where(inArray(runInputs.runId, runIds))
    .orderBy(asc(runInputs.slot))
    .all();
}

/** Runs that take something from this one, in launch order. */
export function selectDependents(db: Db, fromRunId: string) {
  return db
    .select({ input: runInputs, run: runs })
    .from(runInputs)
    .innerJoin(runs, eq(runs.id, runInputs.runId))
    .where(eq(runInputs.fromRunId, fromRunId))
    .orderBy(asc(runs.queuedAt))
    .all();
}

/** Inputs of queued runs whose source has not finished. */
export function selectUnmetInputs(db: Db) {
  return db
    .select({ input: runInputs, source: { id: runs.id, name: runs.name, state: runs.state } })
    .from(runInputs)
    .leftJoin(runs, eq(runs.id, runInputs.fromRunId))
    .where(inArray(runInputs.runId, db.select({ id: runs.id }).from(runs).where(eq(runs.state, "queued"))))
    .all()
    .filter(({ source }) => source?.state !== "finished");
}

/**
 * Queued run -> the worker on which the last checkpoint lies that it takes; null where that is gone. Runs that take none are left
 * out.
 */
export function selectFolderWorkers(db: Db): Map<string, string | null> {
  const rows = db
    .select({ runId: runInputs.runId, from: runInputs.fromRunId })
    .from(runInputs)
    .innerJoin(runs, eq(runs.id, runInputs.runId))
    .where(and(eq(runInputs.kind, "folder"), eq(runs.state, "queued")))
    .all();
  return new Map(rows.map(({ runId, from }) => [runId, selectCheckpoints(db, from)[0]?.workerId ?? null]));
}

/** The newest weights of a kind that a run's attempts made and that can be started from. */
export function selectUsableArtifact(db: Db, runId: string, kind: ArtifactEvent["kind"]) {
  return db
    .select({ artifact: artifacts })
    .from(artifacts)
    .innerJoin(attempts, eq(attempts.id, artifacts.attemptId))
    .where(and(eq(attempts.runId, runId), eq(artifacts.kind, kind)))
    .orderBy(desc(attempts.n), desc(artifacts.id))
    .all()
    .map((row) => row.artifact)
    .find((artifact) => artifact.data !== null && artifact.network !== null);
}

/** The problem set that a run left, as it is registered. */
export function selectProblemSetOfRun(db: Db, runId: string) {
  return db
    .select({ benchmark: benchmarks })
    .from(artifacts)
    .innerJoin(attempts, eq(attempts.id, artifacts.attemptId))
    .innerJoin(benchmarks, eq(benchmarks.hash, artifacts.sha256))
    .where(and(eq(attempts.runId, runId), eq(artifacts.kind, "problems")))
    .orderBy(desc(attempts.n), desc(artifacts.id))
    .get()?.benchmark;
}

export function selectFinalEvaluation(db: Db, runId: string) {
  return db
    .select()
    .from(evaluations)
    .where(and(eq(evaluations.runId, runId), eq(evaluations.final, true)))
    .orderBy(desc(evaluations.at))
    .get();
}

export function selectEvaluation(db: Db, id: string) {
  return db.select().from(evaluations).where(eq(evaluations.id, id)).get();
}

export function selectLabelSetOfRun(db: Db, runId: string) {
  return db.select().from(labelSets).where(eq(labelSets.runId, runId)).orderBy(desc(labelSets.at)).get();
}

/** Runs that could still give, or have given, an input: newest first. */
export function selectSourceRuns(db: Db, recipes: string[], limit: number) {
  return db
    .select()
    .from(runs)
    .where(
      and(
        inArray(runs.recipe, recipes),
        ne(runs.state, "failed"),
        ne(runs.state, "killed"),
        ne(runs.state, "crashed"),
      ),
    )
    .orderBy(desc(runs.queuedAt))
    .limit(limit)
    .all();
}

const EPISODES = `
  select e.problem_hash as problemHash, s.action, s.target, s.status, s.iis_before as iisBefore, s.iis_after as iisAfter
  from episodes e join episode_steps s on s.episode_id = e.id
  where e.evaluation_id = ? order by e.id, s.episode_step`;

type EpisodeRow = { problemHash: string; iisBefore: string | null; iisAfter: string | null } & Pick<
  EpisodeStep,
  "action" | "target" | "status"
>;

/** Every episode of an evaluation with its steps in order; one statement, however many there are. */
export function selectEpisodesWithSteps(
  db: Db,
  evaluationId: string,
): { problemHash: string; steps: EpisodeStep[] }[] {
  const found = new Map<string, EpisodeStep[]>();
  const list = (text: string | null) => (text === null ? null : (JSON.parse(text) as string[]));
  for (const row of db.$client.prepare(EPISODES).iterate(evaluationId) as Iterable<EpisodeRow>) {
    const { problemHash, action, target, status } = row;
    const step = { action, target, status, iisBefore: list(row.iisBefore), iisAfter: list(row.iisAfter) };
    const steps = found.get(problemHash);
    if (steps) steps.push(step);
    else found.set(problemHash, [step]);
  }
  return [...found].map(([problemHash, steps]) => ({ problemHash, steps }));
}

/** The labels of a set with the problem each was given on. */
export function selectLabelRows(db: Db, labelSetId: string) {
  return db.$client
    .prepare(
      `select e.problem_hash as problemHash, l.episode_step as step, l.label, l.reason
       from step_labels l join episodes e on e.id = l.episode_id
       where l.label_set_id = ? order by l.episode_id, l.episode_step`,
    )
    .all(labelSetId) as { problemHash: string; step: number; label: number; reason: string }[];
}

/** Episodes stored of each evaluation. */
export function countEpisodes(db: Db, evaluationIds: string[]): Map<string, number> {
  const rows = db.$client
    .prepare(
      `select evaluation_id as id, count(*) as n from episodes
       where evaluation_id in (select value from json_each(?)) group by evaluation_id`,
    )
    .all(JSON.stringify(evaluationIds)) as { id: string; n: number }[];
  return new Map(rows.map(({ id, n }) => [id, n]));
}

export function countLabels(db: Db, labelSetId: string): number {
  return db.$client
    .prepare("select count(*) from step_labels where label_set_id = ?")
    .pluck()
    .get(labelSetId) as number;
}
