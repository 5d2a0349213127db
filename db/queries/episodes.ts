import { and, asc, desc, eq, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Db } from "../client.ts";
import {
  episodes,
  evaluations,
  experiments,
  populationProblems,
  populations,
  problems,
  runs,
} from "../schema/index.ts";

export interface EvaluationFilter {
  /** Absent or null: of every project. */
  projectId?: string | null;
  runId: string | null;
  finalOnly: boolean;
  /** Part of a run's name, or the start of an evaluation's id. */
  search: string;
}

function headQuery(db: Db) {
  return db
    .select({ evaluation: evaluations, population: populations, run: runs, experiment: experiments.title })
    .from(evaluations)
    .innerJoin(populations, eq(populations.hash, evaluations.populationHash))
    .innerJoin(runs, eq(runs.id, evaluations.runId))
    .innerJoin(experiments, eq(experiments.id, runs.experimentId));
}

export type EvaluationHeadRow = NonNullable<ReturnType<typeof selectEvaluationHead>>;

/** An evaluation with its run and population. */
export function selectEvaluationHead(db: Db, id: string) {
  return headQuery(db).where(eq(evaluations.id, id)).get();
}

const startsWith = (column: SQLWrapper, text: string): SQL =>
  sql`substr(${column}, 1, ${text.length}) = ${text}`;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, (c) => `\\${c}`);

function whereFilter({ projectId, runId, finalOnly, search }: EvaluationFilter): SQL | undefined {
  const parts: (SQL | undefined)[] = [];
  if (projectId) parts.push(eq(runs.projectId, projectId));
  if (runId) parts.push(eq(evaluations.runId, runId));
  if (finalOnly) parts.push(eq(evaluations.final, true));
  if (search) {
    const text = escapeLike(search);
    parts.push(or(sql`${runs.name} like ${`%${text}%`} escape '\\'`, startsWith(evaluations.id, search)));
  }
  return parts.length > 0 ? and(...parts) : undefined;
}

/** A page of evaluations, newest first. */
export function selectEvaluationPage(db: Db, filter: EvaluationFilter, limit: number, offset: number) {
  return headQuery(db)
    .where(whereFilter(filter))
    .orderBy(desc(evaluations.at), desc(evaluations.trainStep))
    .limit(limit)
    .offset(offset)
    .all();
}

export function countEvaluations(db: Db, filter: EvaluationFilter): number {
  return (
    db
      .select({ n: sql<number>`count(*)` })
      .from(evaluations)
      .innerJoin(runs, eq(runs.id, evaluations.runId))
      .where(whereFilter(filter))
      .get()?.n ?? 0
  );
}

/** Ids of evaluations that start so. */
export function selectEvaluationIdsByPrefix(db: Db, prefix: string, limit: number): string[] {
  return db
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(startsWith(evaluations.id, prefix))
    .limit(limit)
    .all()
    .map((row) => row.id);
}

export interface ProblemOutcome {
  key: string;
  hash: string;
  type: string;
  level: string;
  integers: number;
  faults: number;
  solved: boolean;
  steps: number;
  op: number | null;
  da: number | null;
  clean: boolean | null;
  confirmed: boolean | null;
  /** Of a program. */
  passed: number | null;
  passAt1: number | null;
  passAt8: number | null;
  /** Where its episode was chosen among several: the share of them that is solved at step 5 or earlier. */
  sampledAt5: number | null;
  /** Are the steps of its episode kept? */
  episode: boolean;
}

const PROBLEMS = `
  select coalesce(k.key, substr(r.problem_hash, 1, 12)) as key, r.problem_hash as hash, p.type, p.level, p.integers, p.faults,
    r.solved, r.steps, r.op, r.da, r.clean, r.confirmed,
    r.passed, r.pass_at_1 as passAt1, r.pass_at_8 as passAt8, r.sampled_at_5 as sampledAt5, r.measures,
    e.id is not null as episode
  from evaluation_rows r
  join problems p on p.hash = r.problem_hash
  join evaluations v on v.id = r.evaluation_id
  left join population_problems k on k.population_hash = v.population_hash and k.problem_hash = r.problem_hash
  left join episodes e on e.evaluation_id = r.evaluation_id and e.problem_hash = r.problem_hash
  where r.evaluation_id = ? order by k.rowid, r.rowid`;

const bit = (value: unknown): boolean | null => (value === null ? null : value === 1);

/** The outcome on every problem of an evaluation, in the order its population names them. */
export function selectProblemOutcomes(db: Db, evaluationId: string): ProblemOutcome[] {
  const rows = db.$client.prepare(PROBLEMS).all(evaluationId) as (Omit<ProblemOutcome, "solved"> & {
    solved: number;
    measures: string | null;
  })[];
  return rows.map(({ measures, ...row }) => ({
    ...row,
    ...(measures !== null && (JSON.parse(measures) as Record<string, number>)),
    solved: row.solved === 1,
    clean: bit(row.clean),
    confirmed: bit(row.confirmed),
    episode: bit(row.episode) ?? false,
  }));
}

/** Episodes of an evaluation by the content hash of their problem. */
export function selectEpisodeIds(db: Db, evaluationId: string): Map<string, { id: number; steps: number }> {
  const rows = db
    .select({ id: episodes.id, hash: episodes.problemHash, steps: episodes.steps })
    .from(episodes)
    .where(eq(episodes.evaluationId, evaluationId))
    .orderBy(asc(episodes.id))
    .all();
  return new Map(rows.map(({ id, hash, steps }) => [hash, { id, steps }]));
}

/** Problems of an evaluation whose content hash starts so, or that its population knows by this key. */
export function selectEpisodeProblems(db: Db, evaluationId: string, populationHash: string, text: string) {
  const isHash = /^[0-9a-f]{8,64}$/.test(text);
  return db
    .select({ problem: problems, key: populationProblems.key })
    .from(populationProblems)
    .innerJoin(problems, eq(problems.hash, populationProblems.problemHash))
    .where(
      and(
        eq(populationProblems.populationHash, populationHash),
        or(eq(populationProblems.key, text), isHash ? startsWith(problems.hash, text) : undefined),
        sql`exists (select 1 from evaluation_rows r where r.evaluation_id = ${evaluationId} and r.problem_hash = ${problems.hash})`,
      ),
    )
    .limit(2)
    .all();
}

/** Labels that one set gave to the steps of an episode, by position. */
export function selectEpisodeLabels(
  db: Db,
  labelSetId: string,
  episodeId: number,
): Map<number, { label: number; reason: string }> {
  const rows = db.$client
    .prepare(
      "select episode_step as step, label, reason from step_labels where label_set_id = ? and episode_id = ?",
    )
    .all(labelSetId, episodeId) as { step: number; label: number; reason: string }[];
  return new Map(rows.map(({ step, label, reason }) => [step, { label, reason }]));
}
