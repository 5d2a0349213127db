import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Engine } from "../../workers/protocol/executors/engine.ts";
import type { MachineState } from "../../workers/protocol/machine/machine.ts";
import { at, flag, json } from "./columns.ts";

/** A bridge process beside a machine's devices. `identity` survives its restarts. */
export const workers = sqliteTable("workers", {
  id: text("id").primaryKey(),
  identity: text("identity").notNull().unique(),
  name: text("name").notNull(),
  host: text("host").notNull(),
  bootId: text("boot_id").notNull(),
  pid: integer("pid").notNull(),
  version: text("version").notNull(),
  slots: integer("slots").notNull(),
  /** With places of code that is not hashed and variables that it asks for and has not, where a recipe is a script. */
  recipes:
    json<{ slug: string; version: string; unhashedCode?: string[]; lacks?: string[] }[]>("recipes").notNull(),
  tokenHash: text("token_hash").notNull(),
  draining: flag("draining").notNull().default(false),
  registeredAt: at("registered_at").notNull(),
  lastSeenAt: at("last_seen_at").notNull(),
  free: integer("free").notNull().default(0),
  cpuShare: real("cpu_share"),
  memoryShare: real("memory_share"),
  /** What it said last of its machine; null before it has said anything since it registered. */
  machine: json<MachineState>("machine"),
  /** What runs its attempts, where that is not its own machine; null before it has said so since it registered. */
  engine: json<Engine>("engine"),
  /** Stands for a token by which runs come from outside; no process, and in no list of workers. */
  external: flag("external").notNull().default(false),
});

export const devices = sqliteTable(
  "devices",
  {
    workerId: text("worker_id")
      .notNull()
      .references(() => workers.id),
    kind: text("kind").$type<"cpu" | "gpu">().notNull(),
    idx: integer("idx").notNull(),
    name: text("name").notNull(),
    uuid: text("uuid"),
    memoryMib: real("memory_mib"),
  },
  (t) => [primaryKey({ columns: [t.workerId, t.kind, t.idx] })],
);
