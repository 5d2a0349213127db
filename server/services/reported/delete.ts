import { deleteReported } from "#db/queries/reported.ts";
import { topics } from "../../contracts/live.ts";
import type { ReportedId } from "../../contracts/reported/reported.ts";
import { commit, type ServiceContext } from "../context.ts";
import { requireReported } from "./get.ts";

/** Deletes a reported table; nothing rests on one. */
export const deleteReportedTable = (ctx: ServiceContext, input: ReportedId): { id: string; title: string } =>
  commit(ctx, (scope) => {
    const { id, title } = requireReported(ctx, input);
    deleteReported(scope.db, id);
    scope.touch(topics.reports);
    return { id, title };
  });
