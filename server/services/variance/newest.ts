import { selectExperiments } from "#db/queries/experiments.ts";
import { selectSomeAttempts } from "#db/queries/newest-experiments.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { Variance, VarianceInput } from "../../contracts/variance.ts";
import type { ServiceContext } from "../context.ts";
import { scopeId } from "../projects/find.ts";
import { describeVariance, SPREAD } from "./describe.ts";

/** How many experiments are looked through, and how many runs of each. */
const EXPERIMENTS = 50;
const RUNS = 3;

/** The newest experiment of a project, or of all, whose first runs sent the spread inside groups; null where none did. */
export function newestWithGroups(ctx: ServiceContext, project: string | null): string | null {
  const ids = selectExperiments(ctx.db, EXPERIMENTS, scopeId(ctx, project)).map(({ id }) => id);
  const attempts = selectSomeAttempts(ctx.db, ids, RUNS);
  const sent = new Set(
    pointStore(ctx.db)
      .series(
        attempts.map(({ attemptId }) => attemptId),
        [SPREAD],
      )
      .flatMap(({ attemptId, n }) => (n > 0 ? [attemptId] : [])),
  );
  const having = new Set(
    attempts.flatMap(({ experimentId, attemptId }) => (sent.has(attemptId) ? [experimentId] : [])),
  );
  return ids.find((id) => having.has(id)) ?? null;
}

/** What `describeVariance` says of what is asked for; of the newest experiment that has groups where nothing is. */
export function varianceOf(ctx: ServiceContext, input: VarianceInput): Variance {
  const isAsked = input.experimentId !== null || input.runIds.length > 0;
  const experimentId = isAsked ? input.experimentId : newestWithGroups(ctx, input.project);
  return describeVariance(ctx, { ...input, experimentId });
}
