import { eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { heldSets } from "../schema/index.ts";

export type HeldSetRecord = typeof heldSets.$inferSelect;

export const selectHeldSet = (db: Db, hash: string): HeldSetRecord | undefined =>
  db.select().from(heldSets).where(eq(heldSets.hash, hash)).get();

/** One that is held already stays as it is. */
export function insertHeldSet(db: Db, held: HeldSetRecord): void {
  db.insert(heldSets).values(held).onConflictDoNothing().run();
}

export function deleteHeldSet(db: Db, hash: string): void {
  db.delete(heldSets).where(eq(heldSets.hash, hash)).run();
}

/** The held set that the problems of an evaluation are, or are all of, with its name. */
export const selectHeldSetOf = (
  db: Db,
  evaluationId: string,
): (HeldSetRecord & { name: string }) | undefined =>
  db.$client
    .prepare(
      `select h.hash, h.by, h.at, coalesce(b.name, p.name) as name
       from evaluations e cross join held_sets h
       left join benchmarks b on b.hash = h.hash
       left join populations p on p.hash = h.hash
       where e.id = ? and (h.hash = e.population_hash or (b.id is not null and not exists (
         select 1 from population_problems own where own.population_hash = e.population_hash and not exists (
           select 1 from benchmark_problems of where of.benchmark_id = b.id and of.problem_hash = own.problem_hash))))
       order by h.at, h.hash limit 1`,
    )
    .get(evaluationId) as (HeldSetRecord & { name: string }) | undefined;

/** Attempts that trained on a set of problems, or were shown it solved. */
export const countTrainingOn = (db: Db, populationHash: string): number =>
  db.$client
    .prepare(
      "select count(distinct attempt_id) from attempt_populations where population_hash = ? and role in ('train', 'demonstrated')",
    )
    .pluck()
    .get(populationHash) as number;
