import { sql } from "drizzle-orm";
import { blob, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ChoreKind } from "../../workers/protocol/attempts/chores.ts";
import type { FoundFile } from "../../workers/protocol/attempts/files.ts";
import { attempts } from "./attempts.ts";
import { at } from "./columns.ts";
import { workers } from "./workers.ts";

/** What an attempt's trainer left: checkpoints by reference on their worker, small files by content. */
export const attemptFiles = sqliteTable(
  "attempt_files",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    /** Below the attempt's output folder. */
    path: text("path").notNull(),
    kind: text("kind").$type<FoundFile["kind"]>().notNull(),
    bytes: integer("bytes").notNull(),
    files: integer("files").notNull(),
    trainStep: integer("train_step"),
    writtenAt: at("written_at").notNull(),
    /** Of the content that is kept here, or of what lies on the worker once somebody asked; null: nobody did. */
    sha256: text("sha256"),
    /** null: it lies on its worker only. */
    data: blob("data", { mode: "buffer" }),
    /** When it was seen to be gone from the worker; null while it is there. */
    goneAt: at("gone_at"),
    /** Since when it is pinned: no retention takes it. */
    pinnedAt: at("pinned_at"),
    /** What its worker is to do with it: remove it, or say its hash; null: nothing. */
    wish: text("wish").$type<ChoreKind>(),
    /** Why the last wish was not done, in the words of its worker. */
    problem: text("problem"),
  },
  (t) => [
    uniqueIndex("attempt_files_by_path").on(t.attemptId, t.path),
    index("attempt_files_by_kind").on(t.kind, t.goneAt),
    index("attempt_files_wished")
      .on(t.attemptId)
      .where(sql`${t.wish} is not null`),
  ],
);

/** Folders of attempts whose runs were deleted, until their workers have removed them. */
export const leftFolders = sqliteTable(
  "left_folders",
  {
    /** Called as its attempt, which is gone. */
    folder: text("folder").primaryKey(),
    workerId: text("worker_id")
      .notNull()
      .references(() => workers.id),
    deletedAt: at("deleted_at").notNull(),
    /** When its worker could not remove it, last, and why; null: it has not said so. */
    triedAt: at("tried_at"),
    problem: text("problem"),
  },
  (t) => [index("left_folders_by_worker").on(t.workerId)],
);
