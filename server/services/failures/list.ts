import { countFailureReports, selectNewestFailureReports } from "#db/queries/failures.ts";
import type { FailureList } from "../../contracts/rollouts/failures.ts";
import type { ServiceContext } from "../context.ts";
import { scopeId } from "../projects/find.ts";

const MOST = 200;

/** Runs that looked at failures, newest first, each in a line. */
export function listFailures(ctx: ServiceContext, project?: string | null): FailureList {
  const projectId = scopeId(ctx, project);
  const { db } = ctx;
  return {
    rows: selectNewestFailureReports(db, MOST, projectId).map(({ found, ...whose }) => {
      const { n, maxSteps, slowOver, part, kinds, subset, byType } = found.report;
      const weakest = byType.find(({ failed, slow }) => failed + slow > 0) ?? null;
      return {
        ...whose,
        n,
        maxSteps,
        slowOver,
        part,
        kinds,
        subset,
        weakest,
        evaluationId: found.evaluationId,
        at: found.at,
      };
    }),
    total: countFailureReports(db, projectId),
  };
}
