import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { NearDuplicates } from "../../server/contracts/benchmark.ts";
import type { PopulationProblem } from "../../workers/protocol/events.ts";
import type { Db } from "../client.ts";
import { insertRows } from "../insert-rows.ts";
import { attemptPopulations, benchmarkProblems, benchmarks, populations, problems } from "../schema/index.ts";

export type BenchmarkRecord = typeof benchmarks.$inferSelect;
export type ProblemRow = typeof problems.$inferSelect;

const PROBLEM = ["hash", "type", "level", "rows", "cols", "integers", "faults"];
const OR_KEEP = "on conflict (hash) do nothing";
const OR_CORRECT = `on conflict (hash) do update set type = excluded.type, level = excluded.level, rows = excluded.rows,
  cols = excluded.cols, integers = excluded.integers, faults = excluded.faults
  where not exists (select 1 from benchmark_problems b where b.problem_hash = excluded.hash)`;

/**
 * Problems are known by content. What a registered set says of one holds, and the first of several sets; what an attempt says
 * (`word` "told") only stands until a set is registered whose models were read.
 */
export function insertProblems(db: Db, rows: ProblemRow[], word: "read" | "told"): void {
  insertRows(
    db,
    { table: "problems", columns: PROBLEM, conflict: word === "read" ? OR_CORRECT : OR_KEEP },
    rows.map((r) => [r.hash, r.type, r.level, r.rows, r.cols, r.integers, r.faults]),
  );
}

/** By its name, or else by one that it had before. */
export function selectBenchmarkByName(db: Db, name: string): BenchmarkRecord | undefined {
  const had = sql`exists (select 1 from json_each(${benchmarks.formerNames}) f where f.value = ${name})`;
  return db
    .select()
    .from(benchmarks)
    .where(sql`${benchmarks.name} = ${name} or ${had}`)
    .orderBy(desc(sql`${benchmarks.name} = ${name}`))
    .limit(1)
    .get();
}

/** What each problem of a benchmark is called there, by content. */
export const selectProblemKeys = (db: Db, benchmarkId: string) =>
  db
    .select({ key: benchmarkProblems.key, problemHash: benchmarkProblems.problemHash })
    .from(benchmarkProblems)
    .where(eq(benchmarkProblems.benchmarkId, benchmarkId))
    .all();

export function selectBenchmarksByIds(db: Db, ids: string[]): BenchmarkRecord[] {
  return ids.length === 0 ? [] : db.select().from(benchmarks).where(inArray(benchmarks.id, ids)).all();
}

export function updateFormerNames(db: Db, id: string, formerNames: string[]): void {
  db.update(benchmarks).set({ formerNames }).where(eq(benchmarks.id, id)).run();
}

/** Registered sets, the oldest first, whose near-duplicates nobody has looked for. */
export function selectUncompared(db: Db): string[] {
  return db.$client
    .prepare(
      "select id from benchmarks where json_extract(summary, '$.near') is null order by created_at, id",
    )
    .pluck()
    .all() as string[];
}

export function updateNearDuplicates(db: Db, id: string, near: NearDuplicates): void {
  db.$client
    .prepare("update benchmarks set summary = json_set(summary, '$.near', json(?)) where id = ?")
    .run(JSON.stringify(near), id);
}

/** Sets that were registered later than a moment. */
export function countBenchmarksSince(db: Db, at: number): number {
  return db.$client.prepare("select count(*) from benchmarks where created_at > ?").pluck().get(at) as number;
}

export function selectBenchmarkByHash(db: Db, hash: string): BenchmarkRecord | undefined {
  return db.select().from(benchmarks).where(eq(benchmarks.hash, hash)).get();
}

export function selectBenchmarks(db: Db): BenchmarkRecord[] {
  return db.select().from(benchmarks).orderBy(desc(benchmarks.createdAt)).all();
}

export function insertBenchmark(
  db: Db,
  benchmark: typeof benchmarks.$inferInsert,
  rows: Omit<typeof benchmarkProblems.$inferInsert, "benchmarkId">[],
): void {
  db.insert(benchmarks).values(benchmark).run();
  for (const row of rows)
    db.insert(benchmarkProblems)
      .values({ ...row, benchmarkId: benchmark.id })
      .run();
}

export function selectBenchmarkProblems(db: Db, benchmarkId: string) {
  return db
    .select({ problem: benchmarkProblems, type: problems.type, level: problems.level })
    .from(benchmarkProblems)
    .innerJoin(problems, eq(problems.hash, benchmarkProblems.problemHash))
    .where(eq(benchmarkProblems.benchmarkId, benchmarkId))
    .orderBy(asc(benchmarkProblems.idx))
    .all();
}

export function selectPopulation(db: Db, hash: string) {
  return db.select().from(populations).where(eq(populations.hash, hash)).get();
}

/** Every set of problems with the number of attempts that trained on it and of those that were measured on it. */
export function selectPopulations(db: Db) {
  const uses = (roles: string[]) =>
    sql<number>`count(distinct case when ${attemptPopulations.role} in ${roles} then ${attemptPopulations.attemptId} end)`;
  return db
    .select({
      population: populations,
      trained: uses(["train", "demonstrated"]),
      measured: uses(["held_out"]),
    })
    .from(populations)
    .leftJoin(attemptPopulations, eq(attemptPopulations.populationHash, populations.hash))
    .groupBy(populations.hash)
    .orderBy(desc(populations.createdAt))
    .all()
    .map(({ population, ...counts }) => ({ ...population, ...counts }));
}

export const insertPopulation = (db: Db, population: typeof populations.$inferInsert): void =>
  void db.insert(populations).values(population).run();

/** Stores which problems a set has, before the set itself. */
export function insertPopulationProblems(db: Db, hash: string, members: readonly PopulationProblem[]): void {
  insertRows(
    db,
    {
      table: "population_problems",
      columns: ["population_hash", "problem_hash", "key"],
      conflict: "on conflict do nothing",
    },
    members.map((member) => [hash, member.hash, member.key]),
  );
}

export function selectBenchmark(db: Db, id: string): BenchmarkRecord | undefined {
  return db.select().from(benchmarks).where(eq(benchmarks.id, id)).get();
}

/** Final evaluations whose problems all belong to a benchmark, newest first. */
export function selectEvaluationsWithin(db: Db, benchmarkId: string): string[] {
  return db.$client
    .prepare(
      `with own as (select problem_hash as hash from benchmark_problems where benchmark_id = ?),
       within as (
         select pp.population_hash as hash from population_problems pp
         left join own on own.hash = pp.problem_hash
         group by pp.population_hash having count(own.hash) = count(*))
       select e.id from evaluations e join within w on w.hash = e.population_hash
       where e.final = 1 order by e.at desc, e.id`,
    )
    .pluck()
    .all(benchmarkId) as string[];
}

/** Other registered sets that hold problems of this one, and how many. */
export function selectSharedProblems(
  db: Db,
  benchmarkId: string,
): { id: string; name: string; n: number; shared: number }[] {
  return db.$client
    .prepare(
      `select b.id, b.name, b.n, count(*) as shared from benchmark_problems own
       join benchmark_problems other on other.problem_hash = own.problem_hash and other.benchmark_id <> own.benchmark_id
       join benchmarks b on b.id = other.benchmark_id
       where own.benchmark_id = ? group by b.id order by shared desc, b.name`,
    )
    .all(benchmarkId) as ReturnType<typeof selectSharedProblems>;
}

/** Problems of a set and their faults, by type and level. */
export function countFaults(
  db: Db,
  benchmarkId: string,
): { type: string; level: string; n: number; faults: number }[] {
  return db.$client
    .prepare(
      `select p.type, p.level, count(*) as n, sum(p.faults) as faults from benchmark_problems own
       join problems p on p.hash = own.problem_hash where own.benchmark_id = ? group by p.type, p.level`,
    )
    .all(benchmarkId) as ReturnType<typeof countFaults>;
}

/** Models of a set with their contents, in its order. */
export function selectModels(db: Db, benchmarkId: string): { key: string; hash: string; mps: string }[] {
  return db
    .select({ key: benchmarkProblems.key, hash: benchmarkProblems.problemHash, mps: benchmarkProblems.mps })
    .from(benchmarkProblems)
    .where(eq(benchmarkProblems.benchmarkId, benchmarkId))
    .orderBy(asc(benchmarkProblems.idx))
    .all();
}

/** What tells the problems of a set apart, in its order. */
export function selectContents(db: Db, benchmarkId: string): { key: string; hash: string; level: string }[] {
  return db
    .select({ key: benchmarkProblems.key, hash: benchmarkProblems.problemHash, level: problems.level })
    .from(benchmarkProblems)
    .innerJoin(problems, eq(problems.hash, benchmarkProblems.problemHash))
    .where(eq(benchmarkProblems.benchmarkId, benchmarkId))
    .orderBy(asc(benchmarkProblems.idx))
    .all();
}

/** How many problems of a set some attempt trained on or was shown. */
export function countTrainedOn(db: Db, benchmarkId: string): number {
  return db.$client
    .prepare(
      `select count(distinct own.problem_hash) from benchmark_problems own
       join population_problems pp on pp.problem_hash = own.problem_hash
       where own.benchmark_id = ? and pp.population_hash in
         (select population_hash from attempt_populations where role in ('train', 'demonstrated'))`,
    )
    .pluck()
    .get(benchmarkId) as number;
}
