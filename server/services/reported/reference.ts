import { REFERENCE_TABLES } from "../../importers/reference/reported-tables.ts";
import type { ReportedTable } from "../../contracts/reported/reported.ts";
import { commit, type ServiceContext } from "../context.ts";
import { addTables } from "./add.ts";

/** Brings the reference tables in as reported: all of them, or none. The second time it changes nothing. */
export const addReference = (ctx: ServiceContext, project?: string | null): ReportedTable[] =>
  commit(ctx, () =>
    REFERENCE_TABLES.flatMap((table) => addTables(ctx, { ...table, project: project ?? undefined })),
  );
