import {
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { attempts } from "./attempts.ts";
import { flag, json } from "./columns.ts";
import { runs } from "./runs.ts";

/** What a turn of a stored text is: who speaks, how many bytes of UTF-8, and the reward of that turn. */
export type StoredTurn = [role: string, bytes: number, reward: number | string | null];

/** Texts of one run packed together: what one run says repeats itself, so a block takes far less than its texts alone. */
export const rolloutBlocks = sqliteTable(
  "rollout_blocks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    /** Of the texts, unpacked. */
    bytes: integer("bytes").notNull(),
    /** How many texts of it are still pointed at. */
    live: integer("live").notNull(),
    /** One zstd frame. */
    data: blob("data", { mode: "buffer" }).notNull(),
  },
  (t) => [index("rollout_blocks_by_run").on(t.runId, t.id)],
);

/** Which runs of three bytes a block may hold, by which a search leaves most blocks closed. Apart, so that all are read fast. */
export const rolloutSieves = sqliteTable(
  "rollout_sieves",
  {
    blockId: integer("block_id")
      .primaryKey()
      .references(() => rolloutBlocks.id),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    bits: blob("bits", { mode: "buffer" }).notNull(),
  },
  (t) => [index("rollout_sieves_by_run").on(t.runId, t.blockId)],
);

/** A prompt of a run, stored once however often it is drawn. */
export const rolloutPrompts = sqliteTable(
  "rollout_prompts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    /** Of roles and texts as they came; of the group's key where no prompt was sent. */
    hash: text("hash").notNull(),
    /** How it begins, for lists. */
    opening: text("opening").notNull(),
    turns: json<StoredTurn[]>("turns").notNull(),
    blockId: integer("block_id").references(() => rolloutBlocks.id),
    offset: integer("offset").notNull(),
    /** Bytes that came, where they were cut. */
    cutFrom: integer("cut_from"),
  },
  (t) => [
    uniqueIndex("rollout_prompts_by_run").on(t.runId, t.hash),
    index("rollout_prompts_by_hash").on(t.hash),
    index("rollout_prompts_by_block").on(t.blockId),
  ],
);

/** The completions of one prompt at one step of one attempt. Statistics are of the rewards that are finite numbers. */
export const rolloutGroups = sqliteTable(
  "rollout_groups",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    phase: text("phase").$type<"train" | "eval">().notNull(),
    step: integer("step").notNull(),
    key: text("key").notNull(),
    /** The process that sent it and has logged no row yet, so that its attempt is not known; else empty. */
    opener: text("opener").notNull().default(""),
    promptId: integer("prompt_id")
      .notNull()
      .references(() => rolloutPrompts.id),
    /** Completions, and those with a finite reward. */
    n: integer("n").notNull(),
    rewarded: integer("rewarded").notNull(),
    mean: real("mean"),
    /** ddof 1; null below two. */
    sd: real("sd"),
    min: real("min"),
    max: real("max"),
    truncated: integer("truncated").notNull(),
    /** Of an evaluation: the versions of the policy that its completions name; null where they name none. */
    policies: json<string[]>("policies"),
  },
  (t) => [
    uniqueIndex("rollout_groups_by_place").on(t.attemptId, t.phase, t.step, t.key, t.opener),
    index("rollout_groups_by_prompt").on(t.promptId, t.step),
  ],
);

/** One completion. Its text is a stretch of a block. */
export const rolloutCompletions = sqliteTable(
  "rollout_completions",
  {
    groupId: integer("group_id")
      .notNull()
      .references(() => rolloutGroups.id),
    place: integer("place").notNull(),
    /** Of everything that came, by which a resend is known. */
    digest: blob("digest", { mode: "buffer" }).notNull(),
    reward: real("reward"),
    /** Bits: 1 the reward is NaN, 2 the advantage is NaN, 4 the reward is the sum of its parts. */
    marks: integer("marks").notNull().default(0),
    rewards: json<Record<string, number | string | null>>("rewards"),
    advantage: real("advantage"),
    /** Tokens. */
    length: integer("length"),
    truncated: flag("truncated"),
    stopReason: text("stop_reason"),
    epoch: real("epoch"),
    extra: json<Record<string, string | number | boolean | null>>("extra"),
    turns: json<StoredTurn[]>("turns").notNull(),
    blockId: integer("block_id")
      .notNull()
      .references(() => rolloutBlocks.id),
    offset: integer("offset").notNull(),
    cutFrom: integer("cut_from"),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.place] }), index("rollout_completions_by_block").on(t.blockId)],
);
