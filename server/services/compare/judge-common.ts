import { selectCommonProblems } from "#db/queries/compare.ts";
import type { ServiceContext } from "../context.ts";
import { judgeSides, type Judged } from "./judge.ts";
import type { ResolvedSide } from "./resolve-sides.ts";

export interface CommonJudged {
  judged: Judged;
  /** Problems that all sides have; null where the sides have the same problems anyway. */
  shared: string[] | null;
  /** The problems that everything counts; null is all of each side. */
  only: string[] | null;
}

/**
 * What may be compared, and on which problems. `common` restricts sides with other problems to those that all have;
 * where no problem is shared there is nothing to restrict to, and the sides stay apart.
 */
export function judgeCommon(ctx: ServiceContext, sides: ResolvedSide[], common: boolean): CommonJudged {
  const judged = judgeSides(ctx, sides, false);
  if (judged.otherProblems.length === 0) return { judged, shared: null, only: null };
  const shared = selectCommonProblems(
    ctx.db,
    sides.map((side) => side.evaluation.id),
  );
  if (!common || shared.length === 0) return { judged, shared, only: null };
  return { judged: judgeSides(ctx, sides, true), shared, only: shared };
}
