import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { EpisodeStep } from "../../workers/protocol/events.ts";
import { sortedPolicies } from "../../server/contracts/external/said-columns.ts";
import type { Db } from "../client.ts";
import { insertRows } from "../insert-rows.ts";
import { type MetricTotals, readTotals, totalsSql } from "./evaluation-metrics.ts";
import { standsSql } from "./attempts/standing.ts";
import {
  attemptPopulations,
  episodes,
  episodeSteps,
  type evaluationRows,
  evaluations,
  populations,
} from "../schema/index.ts";

export type MeasuredPart = "train" | "held_out";

/** Part of its run's problems that each evaluation measured; one whose problems were both, or neither, is left out. */
export function selectMeasuredParts(db: Db, evaluationIds: string[]): Map<string, MeasuredPart> {
  const rows = db.$client
    .prepare(
      `select e.id, min(ap.role) as part from evaluations e
       join attempt_populations ap on ap.attempt_id = e.attempt_id and ap.population_hash = e.population_hash
         and ap.role in ('train', 'held_out')
       where e.id in (select value from json_each(?)) group by e.id having count(*) = 1`,
    )
    .all(JSON.stringify(evaluationIds)) as { id: string; part: MeasuredPart }[];
  return new Map(rows.map(({ id, part }) => [id, part]));
}

export type EvaluationRecord = typeof evaluations.$inferSelect;
export type EvaluationRowRecord = typeof evaluationRows.$inferSelect;

/** An evaluation as it is stored; only few name the versions of the policy. */
type NewEvaluation = Omit<EvaluationRecord, "policies"> & Partial<Pick<EvaluationRecord, "policies">>;

/** What few rows have. */
type AddedLater = "measures" | "score" | "diagnosis" | "passed" | "passAt1" | "passAt8" | "sampledAt5";

type NewRow = Omit<EvaluationRowRecord, "evaluationId" | AddedLater> &
  Partial<Pick<EvaluationRowRecord, AddedLater>>;

const bit = (value: boolean | null) => (value === null ? null : Number(value));

/** Columns of outcomes that are null where nothing was measured. */
const MEASURED: [column: string, of: (row: NewRow) => unknown][] = [
  ["op", (row) => row.op],
  ["da", (row) => row.da],
  ["clean", (row) => bit(row.clean)],
  ["confirmed", (row) => bit(row.confirmed)],
  ["score", (row) => row.score ?? null],
  ["passed", (row) => row.passed ?? null],
  ["pass_at_1", (row) => row.passAt1 ?? null],
  ["pass_at_8", (row) => row.passAt8 ?? null],
  ["sampled_at_5", (row) => row.sampledAt5 ?? null],
  ["measures", (row) => (row.measures ? JSON.stringify(row.measures) : null)],
  ["diagnosis", (row) => (row.diagnosis ? JSON.stringify(row.diagnosis) : null)],
];

/** Stores an evaluation with its rows; none where they were stored before it. */
export function insertEvaluation(db: Db, evaluation: NewEvaluation, rows: NewRow[]): void {
  db.insert(evaluations).values(evaluation).run();
  insertEvaluationRows(db, evaluation.id, rows);
}

/** Sorted, and without the columns that none of them has, rows take half as long. */
export function insertEvaluationRows(db: Db, evaluationId: string, rows: readonly NewRow[]): void {
  const had = MEASURED.filter(([, of]) => rows.some((row) => of(row) !== null));
  const columns = ["evaluation_id", "problem_hash", "solved", "steps", ...had.map(([column]) => column)];
  const sorted = rows.toSorted((a, b) => (a.problemHash < b.problemHash ? -1 : 1));
  insertRows(
    db,
    { table: "evaluation_rows", columns },
    sorted.map((row) => {
      const cells = [evaluationId, row.problemHash, bit(row.solved), row.steps];
      for (const [, of] of had) cells.push(of(row) as number | null);
      return cells;
    }),
  );
}

export function selectEvaluationByKey(db: Db, attemptId: string, key: string): EvaluationRecord | undefined {
  return db
    .select()
    .from(evaluations)
    .where(and(eq(evaluations.attemptId, attemptId), eq(evaluations.key, key)))
    .get();
}

/** Evaluations of runs with what their rows add up to; every figure is computed from the rows at this moment. */
export interface EvaluationTotals {
  evaluation: EvaluationRecord;
  population: string;
  /** Problems of the population, and those that have rows. */
  of: number;
  n: number;
  /** Solved problems that an exact solver did not confirm. */
  unconfirmed: number;
  metrics: MetricTotals;
  /** Versions of the policy that answered, as far as rows or completions name them. */
  policies: string[];
}

/** How evaluations were made, by id. */
export function selectProtocols(
  db: Db,
  evaluationIds: readonly string[],
): Map<string, EvaluationRecord["protocol"]> {
  const rows = db
    .select({ id: evaluations.id, protocol: evaluations.protocol })
    .from(evaluations)
    .where(sql`${evaluations.id} in (select value from json_each(${JSON.stringify(evaluationIds)}))`)
    .all();
  return new Map(rows.map(({ id, protocol }) => [id, protocol]));
}

/** By evaluation the versions of the policy that its rows name, or the completions of that step that were sent for it. */
export function selectPolicies(db: Db, evaluationIds: readonly string[]): Map<string, string[]> {
  const rows = db.$client
    .prepare(
      `with asked as (select id, attempt_id, train_step, policies from evaluations
         where id in (select value from json_each(?)))
       select a.id, p.value as policy from asked a, json_each(a.policies) p
       union select a.id, p.value from asked a
         join rollout_groups g on g.attempt_id = a.attempt_id and g.phase = 'eval' and g.step = a.train_step,
         json_each(g.policies) p`,
    )
    .all(JSON.stringify(evaluationIds)) as { id: string; policy: string }[];
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byId].map(([id, of]) => [id, sortedPolicies(of.map(({ policy }) => policy))]));
}

const TOTALS = totalsSql(sql``);

export function selectEvaluationTotals(
  db: Db,
  where: { runIds: string[]; finalOnly: boolean },
): EvaluationTotals[] {
  if (where.runIds.length === 0) return [];
  const found = db
    .select({ evaluation: evaluations, population: populations.name, of: populations.n })
    .from(evaluations)
    .innerJoin(populations, eq(populations.hash, evaluations.populationHash))
    .where(
      and(
        inArray(evaluations.runId, where.runIds),
        where.finalOnly ? eq(evaluations.final, true) : undefined,
        standsSql(sql`evaluations`),
      ),
    )
    .orderBy(asc(evaluations.trainStep), asc(evaluations.at))
    .all();
  const ids = JSON.stringify(found.map(({ evaluation }) => evaluation.id));
  const rows = db.values<[string, number, number, ...(number | null)[]]>(sql`
    select evaluation_id, count(*), coalesce(sum(confirmed = 0), 0), ${TOTALS}
    from evaluation_rows where evaluation_id in (select value from json_each(${ids})) group by evaluation_id`);
  const byId = new Map(rows.map(([id, ...sums]) => [id, sums]));
  const policies = selectPolicies(
    db,
    found.map(({ evaluation }) => evaluation.id),
  );
  return found.flatMap(({ evaluation, population, of }) => {
    const sums = byId.get(evaluation.id);
    if (!sums) return [];
    const [n, unconfirmed, ...totals] = sums;
    return [
      {
        evaluation,
        population,
        of,
        n,
        unconfirmed,
        metrics: readTotals(totals),
        policies: policies.get(evaluation.id) ?? [],
      },
    ];
  });
}

/** The earliest other evaluation of the same run that was made of the same problems in the same way. */
export function selectEarliestAlike(
  db: Db,
  of: Pick<EvaluationRecord, "id" | "runId" | "populationHash" | "protocolHash">,
): EvaluationRecord | undefined {
  return db
    .select()
    .from(evaluations)
    .where(
      and(
        eq(evaluations.runId, of.runId),
        eq(evaluations.populationHash, of.populationHash),
        eq(evaluations.protocolHash, of.protocolHash),
        ne(evaluations.id, of.id),
      ),
    )
    .orderBy(asc(evaluations.trainStep), asc(evaluations.at))
    .limit(1)
    .get();
}

/** Of each family of programs in an evaluation how many there are and how many are right, the families by name. */
export interface FamilyCount {
  evaluationId: string;
  n: number;
  hits: number;
}

export function selectFamilyCounts(db: Db, evaluationIds: readonly string[]): FamilyCount[] {
  return db.$client
    .prepare(
      `select r.evaluation_id as evaluationId, count(*) as n, sum(r.solved) as hits
       from evaluation_rows r join problems p on p.hash = r.problem_hash
       where r.evaluation_id in (select value from json_each(?)) and r.passed is not null
       group by r.evaluation_id, p.type order by p.type`,
    )
    .all(JSON.stringify(evaluationIds)) as FamilyCount[];
}

export function insertAttemptPopulation(db: Db, row: typeof attemptPopulations.$inferInsert): void {
  const isThere = db.$client.prepare("select 1 from attempt_populations where attempt_id = ? and role = ?");
  // Thousands of hashes are not written as JSON only to be dropped.
  if (isThere.get(row.attemptId, row.role) === undefined) db.insert(attemptPopulations).values(row).run();
}

/** Every set of problems an attempt named, in the order its events index them. */
export function selectAttemptPopulations(db: Db, attemptId: string) {
  return db.select().from(attemptPopulations).where(eq(attemptPopulations.attemptId, attemptId)).all();
}

/** The set of problems that an evaluation's attempt named with its hash, whatever it uses them for. */
export function selectNamedPopulation(
  db: Db,
  { attemptId, populationHash }: Pick<EvaluationRecord, "attemptId" | "populationHash">,
) {
  return selectAttemptPopulations(db, attemptId).find((named) => named.populationHash === populationHash);
}

export function insertEpisode(db: Db, evaluationId: string, problemHash: string, steps: EpisodeStep[]): void {
  const inserted = db
    .insert(episodes)
    .values({ evaluationId, problemHash, steps: steps.length })
    .onConflictDoNothing()
    .returning({ id: episodes.id })
    .get();
  if (!inserted) return;
  const insert = db.$client.prepare(
    `insert into episode_steps (episode_id, episode_step, action, target, status, iis_before, iis_after)
     values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const list = (names: string[] | null) => (names === null ? null : JSON.stringify(names));
  steps.forEach((s, i) => {
    insert.run(inserted.id, i + 1, s.action, s.target, s.status, list(s.iisBefore), list(s.iisAfter));
  });
}

export function selectEpisodeSteps(db: Db, episodeId: number) {
  return db
    .select()
    .from(episodeSteps)
    .where(eq(episodeSteps.episodeId, episodeId))
    .orderBy(asc(episodeSteps.episodeStep))
    .all();
}

/** Evaluations of these runs. */
export function countEvaluationsOf(db: Db, runIds: readonly string[]): number {
  return db.$client
    .prepare("select count(*) from evaluations where run_id in (select value from json_each(?))")
    .pluck()
    .get(JSON.stringify(runIds)) as number;
}
