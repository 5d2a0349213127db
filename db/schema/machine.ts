import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { MachineMean } from "../../workers/protocol/machine/machine.ts";
import { at, json } from "./columns.ts";
import { workers } from "./workers.ts";

/**
 * Which attempt has which GPU, from the moment it is given out until it is proven to be free again. No two open leases share a
 * place of a GPU, whichever worker sees it; places above 0 are there where a worker shares its GPUs.
 */
export const gpuLeases = sqliteTable(
  "gpu_leases",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    gpu: text("gpu").notNull(),
    place: integer("place").notNull(),
    /** It may be gone: a run that is deleted leaves its open leases. */
    attemptId: text("attempt_id").notNull(),
    since: at("since").notNull(),
    releasedAt: at("released_at"),
    /** What the attempt's own row says while there is one: set when its run is deleted. */
    workerId: text("worker_id").references(() => workers.id),
    runName: text("run_name"),
  },
  (t) => [
    uniqueIndex("gpu_leases_one_per_place")
      .on(t.gpu, t.place)
      .where(sql`${t.releasedAt} is null`),
    index("gpu_leases_by_attempt").on(t.attemptId),
  ],
);

/** Means of a few readings each, the last day of them. */
export const machineMeans = sqliteTable(
  "machine_means",
  {
    workerId: text("worker_id")
      .notNull()
      .references(() => workers.id),
    at: at("at").notNull(),
    mean: json<MachineMean>("mean").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workerId, t.at] })],
);
