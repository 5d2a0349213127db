import { blob, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { MediaKind } from "../../server/contracts/external/media.ts";
import { at } from "./columns.ts";
import { runs } from "./runs.ts";

/** What loggers logged beside numbers, by key and step. Files lie in `external_files`, under the same path. */
export const runMedia = sqliteTable(
  "run_media",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    key: text("key").notNull(),
    kind: text("kind").$type<MediaKind>().notNull(),
    step: real("step").notNull(),
    place: integer("place").notNull(),
    /** Tells media of one step apart, and what is sent again from what is new: the path of a file, or a digest of numbers. */
    mark: text("mark").notNull(),
    at: at("at").notNull(),
    path: text("path"),
    caption: text("caption"),
    /** Of a histogram: edges and then counts, as 64-bit floats in the order of bytes of this machine. */
    data: blob("data", { mode: "buffer" }),
  },
  (t) => [
    uniqueIndex("run_media_by_step").on(t.runId, t.kind, t.key, t.step, t.place, t.mark),
    index("run_media_by_path").on(t.runId, t.path),
  ],
);
