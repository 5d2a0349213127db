import {
  type ReportedHead,
  type ReportedRecord,
  selectReported,
  selectReportedHeads,
} from "#db/queries/reported.ts";
import { selectProject } from "#db/queries/projects.ts";
import { ReportedId, type ReportedTable } from "../../contracts/reported/reported.ts";
import { ServiceError } from "../../errors.ts";
import { checkTable } from "../../checks/tables/registry.ts";
import type { ServiceContext } from "../context.ts";

/** Tables that are read at once. */
export const MOST_REPORTED = 300;

/** A reported table by its id; throws `not_found`. */
export function requireReported(ctx: ServiceContext, rawInput: ReportedId): ReportedRecord {
  const { id } = ReportedId.parse(rawInput);
  const found = selectReported(ctx.db, id);
  if (!found) throw new ServiceError("not_found", `There is no reported table ${id}.`);
  return found;
}

/** A reported table by its id or its title; of several of one title the first of the newest document. Throws `not_found`. */
export function findReported(ctx: ServiceContext, text: string): ReportedHead {
  const all = selectReportedHeads(ctx.db, null, MOST_REPORTED);
  const found = all.find(({ id }) => id === text) ?? all.find(({ title }) => title === text);
  if (!found)
    throw new ServiceError("not_found", `There is no reported table ${text.slice(0, 80)}.`, { field: "id" });
  return found;
}

/** A reported table with what the rules of this version say of it. */
export function getReported(ctx: ServiceContext, input: ReportedId): ReportedTable {
  const { id, projectId, title, document, documentDate, format, grid, notes, createdBy, createdAt } =
    requireReported(ctx, input);
  return {
    id,
    project: selectProject(ctx.db, projectId)?.name ?? projectId,
    title,
    document,
    documentDate,
    format,
    grid,
    notes,
    findings: checkTable(grid, title),
    createdBy,
    createdAt,
    isKnown: false,
  };
}
