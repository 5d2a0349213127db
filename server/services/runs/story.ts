import { isComputedAnew } from "#db/points/computed-anew.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { AttemptRecord } from "#db/queries/attempts.ts";
import { selectAttemptFiles } from "#db/queries/attempts/attempt-files.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { AttemptStory, Continuing, LeftFile } from "../../contracts/attempts/continuing.ts";
import { canContinue } from "../../contracts/run-lifecycle.ts";
import type { ServiceContext } from "../context.ts";
import { waitsForOthers } from "./waiting/start-beside.ts";
import { recipeOf } from "../recipes/book.ts";
import { whyItFailed } from "./words.ts";
import { nextCheckpoint } from "../attempts/again/continue.ts";
import { sumWorkLost, workLostOf } from "../attempts/again/work-lost.ts";

/** What is told of a run's attempts besides their processes, oldest first. */
export function attemptStories(
  ctx: ServiceContext,
  attempts: readonly AttemptRecord[],
): Map<string, AttemptStory> {
  const series =
    attempts.length > 1
      ? pointStore(ctx.db).series(
          attempts.map(({ id }) => id),
          null,
        )
      : [];
  const lastSteps = new Map<string, number>();
  // An evaluation that counts on an x of its own names no train step, and that x then stands on calls of the logger.
  const others = new Set(series.flatMap(({ axis }) => (axis === DEFAULT_AXIS ? [] : axis)));
  for (const { attemptId, metric, axis, lastX } of series)
    if (axis === DEFAULT_AXIS && lastX !== null && !isComputedAnew(metric) && !others.has(metric))
      lastSteps.set(attemptId, Math.max(lastX, lastSteps.get(attemptId) ?? -Infinity));
  const workLost = workLostOf(
    attempts.map(({ id, startedAt, endedAt, begun }) => ({
      id,
      startedAt,
      endedAt,
      lastStep: lastSteps.get(id) ?? null,
      checkpoint: begun?.checkpoint ?? null,
    })),
  );
  return new Map(
    attempts.map(({ id, begun, exit, place }) => [
      id,
      {
        begun,
        place,
        lastStep: lastSteps.get(id) ?? null,
        workLost: workLost.get(id) ?? null,
        cause: exit ? whyItFailed(exit) : null,
      },
    ]),
  );
}

/** What a run could do next, and what its attempts did in vain. */
export function continuingOf(
  ctx: ServiceContext,
  run: RunRecord,
  stories: ReadonlyMap<string, AttemptStory>,
): Continuing {
  const all = [...stories.values()];
  const recipe = recipeOf(ctx.db, run);
  const isOurs = run.origin === "bench" && recipe !== undefined;
  const found = isOurs ? nextCheckpoint(ctx, run) : null;
  return {
    checkpoint: found && { ...found.checkpoint, worker: found.worker },
    possible: isOurs && canContinue(run.state),
    workLost: sumWorkLost(all.flatMap(({ workLost }) => (workLost === null ? [] : [workLost]))),
    limits: run.limits,
    keptByOthers: waitsForOthers(ctx, ctx.db, run),
    retried: all.filter(({ begun }) => begun?.automatic === true).length,
    stop: recipe?.script?.stop ?? null,
  };
}

/** What the trainers of a run left, the last attempt's first. */
export function leftFiles(
  ctx: ServiceContext,
  attempts: readonly Pick<AttemptRecord, "id" | "n">[],
): LeftFile[] {
  const numbers = new Map(attempts.map(({ id, n }) => [id, n]));
  return selectAttemptFiles(ctx.db, [...numbers.keys()])
    .map(({ attemptId, ...file }) => ({ ...file, attempt: numbers.get(attemptId) ?? 0, kept: file.kept > 0 }))
    .toSorted((a, b) => b.attempt - a.attempt);
}
