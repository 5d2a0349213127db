import { blob, integer, sqliteTable } from "drizzle-orm/sqlite-core";

/**
 * Checksums of the pages of this file, 1,000 of them a row, in the order of pages; row 0 says whether pages were written since.
 * Only db/page-digests/ reads and writes it.
 */
export const pageDigests = sqliteTable("page_digests", {
  id: integer("id").primaryKey(),
  data: blob("data", { mode: "buffer" }).notNull(),
});
