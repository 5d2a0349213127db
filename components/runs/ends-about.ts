import { durationOf } from "#server/contracts/external/duration.ts";
import type { RunRow } from "#server/contracts/run.ts";

/** When a run at this pace ends, UTC ms; null where nothing says. */
export function endsAbout(run: RunRow, now: number, fromStep = 0): number | null {
  const done = (run.step ?? 0) - fromStep;
  if (run.state !== "running" || run.startedAt === null || !run.step || run.plannedSteps <= run.step)
    return null;
  const ran = durationOf(run, now) ?? 0;
  return done <= 0 ? null : now + (ran / done) * (run.plannedSteps - run.step);
}

/** The same in a list, which does not know from which step a further attempt went on. */
export const endsAboutInList = (run: RunRow, now: number): number | null =>
  run.attempt === 1 ? endsAbout(run, now) : null;
