import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { readPoints, stepSeries } from "#db/points/read-points.ts";
import type { DeadAtStep } from "../../stats/dead-causes.ts";
import type { ServiceContext } from "../context.ts";
import { pointValue } from "../runs/objections.ts";
import { takeoversOf } from "../series/hidden-from.ts";

export const SHARES = ["group/zero_share", "group/all_solved_share", "group/all_failed_share"] as const;

/**
 * Shares of dead groups by cause at every train step of a run that has all three. Of a run with several attempts each share is
 * read as its line is drawn: the earlier attempt up to the first step that a later one has.
 */
export function deadSteps(ctx: ServiceContext, runId: string): DeadAtStep[] {
  const attempts = selectAttemptsOfRuns(ctx.db, [runId]).map(({ id }) => id);
  const series = stepSeries(ctx.db, attempts, SHARES);
  const takeover = takeoversOf(attempts, series);
  const [zero, solved, failed] = SHARES.map((metric) => {
    const byStep = new Map<number, number>();
    for (const one of series) {
      if (one.metric !== metric) continue;
      const until = takeover(one) ?? Infinity;
      for (const point of readPoints(ctx.db, one.id))
        if (point.x < until) byStep.set(point.x, pointValue(point));
    }
    return byStep;
  });
  return [...zero].map(([step, value]) => ({
    step,
    run: runId,
    zero: value,
    solved: solved.get(step) ?? Number.NaN,
    failed: failed.get(step) ?? Number.NaN,
  }));
}
