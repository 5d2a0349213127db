import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BenchmarkSummary } from "../../server/contracts/benchmark.ts";
import { at, flag, json } from "./columns.ts";

/** A problem by its content; the same model in two benchmarks is one row. */
export const problems = sqliteTable("problems", {
  hash: text("hash").primaryKey(),
  type: text("type").notNull(),
  level: text("level").notNull(),
  rows: integer("rows").notNull(),
  cols: integer("cols").notNull(),
  integers: integer("integers").notNull(),
  faults: integer("faults").notNull(),
});

/** A set of problems somebody registered from files. */
export const benchmarks = sqliteTable("benchmarks", {
  id: text("id").primaryKey(),
  name: text("name").notNull().unique(),
  /** What it was called before: parameters of runs go on naming it so. */
  formerNames: json<string[]>("former_names").notNull().default([]),
  hash: text("hash").notNull(),
  n: integer("n").notNull(),
  summary: json<BenchmarkSummary>("summary").notNull(),
  createdBy: text("created_by").notNull(),
  createdAt: at("created_at").notNull(),
});

/** A problem as one benchmark tells it: its own id, model text and what was injected. */
export const benchmarkProblems = sqliteTable(
  "benchmark_problems",
  {
    benchmarkId: text("benchmark_id")
      .notNull()
      .references(() => benchmarks.id),
    idx: integer("idx").notNull(),
    key: text("key").notNull(),
    problemHash: text("problem_hash")
      .notNull()
      .references(() => problems.hash),
    mps: text("mps").notNull(),
    roots: json<string[][]>("roots").notNull(),
    injected: json<string[]>("injected"),
    originalObjective: real("original_objective"),
  },
  (t) => [
    primaryKey({ columns: [t.benchmarkId, t.key] }),
    index("benchmark_problems_by_hash").on(t.problemHash),
  ],
);

/** A set of problems a policy was trained or measured on; the hash is over the sorted content hashes. */
export const populations = sqliteTable("populations", {
  hash: text("hash").primaryKey(),
  name: text("name").notNull(),
  source: text("source").$type<"generated" | "benchmark" | "external">().notNull(),
  n: integer("n").notNull(),
  relaxed: flag("relaxed").notNull(),
  createdAt: at("created_at").notNull(),
});

/** Of a large set its problems are stored part by part, and the set with the last of them: `population_hash` refers to it then. */
export const populationProblems = sqliteTable(
  "population_problems",
  {
    populationHash: text("population_hash").notNull(),
    problemHash: text("problem_hash")
      .notNull()
      .references(() => problems.hash),
    key: text("key").notNull(),
  },
  (t) => [primaryKey({ columns: [t.populationHash, t.problemHash] })],
);
