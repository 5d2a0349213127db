import { isComputedAnew } from "#db/points/computed-anew.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { updateAttempt } from "#db/queries/attempts.ts";
import { updateRunFacts } from "#db/queries/external.ts";
import { selectOutdatedTimes, TIMES_VERSION } from "#db/queries/external/outdated-times.ts";
import { updateSession } from "#db/queries/external/writers.ts";
import { topics } from "../../../contracts/live.ts";
import { isEnded } from "../../../contracts/run-lifecycle.ts";
import { commit, type ServiceContext, type WriteScope } from "../../context.ts";
import { CLOCKS_AGREE_MS, lastLogged } from "./own-times.ts";

/** Attempts of one transaction; the others in the next. */
const AT_ONCE = 20;
/** Series whose first value is read; an attempt has thousands, which begin together. */
const MOST_SERIES = 20;

type Outdated = ReturnType<typeof selectOutdatedTimes>[number];

/** When the first value of an attempt was logged; null where there is none. */
function firstLogged({ db }: WriteScope, attemptId: string): number | null {
  const store = pointStore(db);
  const series = store.series([attemptId], null).filter(({ metric }) => !isComputedAnew(metric));
  const firsts = series
    .toSorted((a, b) => b.n - a.n)
    .slice(0, MOST_SERIES)
    .flatMap(({ id, firstX }) => {
      if (firstX === null) return [];
      const [first] = store.rows(id, { from: firstX, to: firstX });
      return first.at.length === 0 ? [] : Math.floor(first.at.reduce((a, b) => Math.min(a, b)));
    });
  return firsts.length === 0 ? null : firsts.reduce((a, b) => Math.min(a, b));
}

/** Start and end of an attempt that was brought in after it had happened were when it came; its rows say when they were. */
function recompute(scope: WriteScope, { run, attempt }: Outdated): { lagMs?: number } {
  const [firstAt, lastAt] = [firstLogged(scope, attempt.id), lastLogged(attempt.id, scope)];
  const isImport = firstAt !== null && lastAt !== null && lastAt < attempt.claimedAt - CLOCKS_AGREE_MS;
  if (!isImport || run.statusSource === "supervised") return {};
  const startedAt = Math.min(attempt.startedAt ?? firstAt, firstAt);
  const wasArrival = attempt.endedAt !== null && attempt.endedAt >= attempt.claimedAt;
  const endedAt = wasArrival ? Math.max(Math.ceil(lastAt), startedAt) : attempt.endedAt;
  updateAttempt(scope.db, attempt.id, { startedAt, endedAt });
  if (attempt.n === 1) updateRunFacts(scope.db, run.id, { startedAt });
  if (isEnded(run.state) && run.endedAt === attempt.endedAt) updateRunFacts(scope.db, run.id, { endedAt });
  scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs);
  return { lagMs: Math.round(attempt.lastSeenAt - lastAt) };
}

/**
 * Gives some attempts of before the times of their rows, in place of those of their arrival, which stays beside them. Returns
 * whether there were any.
 */
export function recomputeTimes(ctx: ServiceContext): boolean {
  const outdated = selectOutdatedTimes(ctx.db, AT_ONCE);
  if (outdated.length === 0) return false;
  commit(ctx, (scope) => {
    for (const one of outdated) {
      const { attempt, lagMs } = one;
      const endToldAt = isEnded(attempt.state) ? attempt.lastSeenAt : null;
      const lag = recompute(scope, one);
      updateSession(scope.db, attempt.id, { lagMs, endToldAt, ...lag, timesVersion: TIMES_VERSION });
    }
  });
  return true;
}
