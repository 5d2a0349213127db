import {
  selectReportsFilledFrom,
  selectRunsOnSet,
  selectTakersElsewhere,
} from "#db/queries/deletion/delete-owner.ts";
import { countEvaluationsOf } from "#db/queries/evaluations.ts";
import { selectBenchmark } from "#db/queries/benchmarks.ts";
import { selectExperiment } from "#db/queries/experiments.ts";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import type { Deletion } from "../../contracts/housekeeping/deletion.ts";
import { isEnded, type RunState } from "../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../errors.ts";
import { countOf, listAnd, plural } from "../../wording/counts.ts";
import type { ServiceContext } from "../context.ts";
import { kindOfId } from "../annotations/annotate.ts";
import { holdingsWords, reportsUsing, requireDeletable } from "../runs/delete.ts";
import { onWorkersWords } from "../runs/on-workers.ts";
import { sumHoldings } from "../runs/many.ts";

/** Names that a sentence holds. */
const NAMED = 5;

const some = (names: readonly string[]): string =>
  names.length <= NAMED
    ? listAnd(names)
    : `${names.slice(0, NAMED).join(", ")} and ${countOf(names.length - NAMED, "other")}`;

function ofExperiment(ctx: ServiceContext, id: string): Deletion {
  const experiment = selectExperiment(ctx.db, id);
  if (!experiment) throw new ServiceError("not_found", `There is no experiment ${id}.`);
  const { title: name } = experiment;
  const runs = selectRunsByExperiment(ctx.db, id);
  const live = runs.filter(({ state }) => !isEnded(state));
  if (live.length > 0)
    throw new ServiceError(
      "conflict",
      `${countOf(live.length, "run")} of "${name}" ${plural(live.length, "has", "have")} not ended; an experiment is deleted when all have. Stop them first.`,
    );
  const ids = runs.map((run) => requireDeletable(ctx, run.id).id);
  const takers = selectTakersElsewhere(ctx.db, id);
  const filled = selectReportsFilledFrom(ctx.db, id);
  const holdings = ids.length === 0 ? null : sumHoldings(ctx, ids);
  const { now, later } = onWorkersWords(ctx, ids);
  const held = holdings ? [...holdingsWords(holdings), ...now] : [];
  return {
    id,
    name,
    message:
      ids.length === 0
        ? `"${name}" has no runs.`
        : `With "${name}" ${plural(ids.length, "goes", "go")} ${countOf(ids.length, "run")}: ${held.length === 0 ? "they hold no data" : listAnd(held)}.`,
    stays: [
      ...later,
      ...(takers.length > 0
        ? [
            `${countOf(takers.length, "run")} of other experiments took something from its runs and ${plural(takers.length, "stays", "stay")}, but cannot be repeated: ${some(takers.map((run) => run.name))}.`,
          ]
        : []),
      ...(filled.length > 0
        ? [
            `${countOf(filled.length, "report was", "reports were")} filled from it and ${plural(filled.length, "stays", "stay")}: ${some(filled.map(({ title }) => title))}.`,
          ]
        : []),
    ],
    reports: ids.length === 0 ? [] : reportsUsing(ctx, ids),
  };
}

function ofBenchmark(ctx: ServiceContext, id: string): Deletion {
  const benchmark = selectBenchmark(ctx.db, id);
  if (!benchmark) throw new ServiceError("not_found", `There is no benchmark ${id}.`);
  const { name, n, hash } = benchmark;
  const users = selectRunsOnSet(ctx.db, hash);
  const live = users.filter(({ state }) => !isEnded(state as RunState));
  if (live.length > 0)
    throw new ServiceError(
      "conflict",
      `${countOf(live.length, "run")} on "${name}" ${plural(live.length, "has", "have")} not ended: ${some(live.map((run) => run.name))}. Stop or finish ${plural(live.length, "it", "them")} first.`,
    );
  const ids = users.map((run) => run.id);
  const evaluations = countEvaluationsOf(ctx.db, ids);
  return {
    id,
    name,
    message: `With "${name}" ${plural(n, "goes", "go")} ${countOf(n, "problem")} and ${plural(n, "its model", "their models")}.`,
    stays:
      users.length === 0
        ? []
        : [
            `${countOf(users.length, "run was", "runs were")} on it, with ${countOf(evaluations, "evaluation")}: ${some(users.map((run) => run.name))}. What ${plural(users.length, "it", "they")} measured stays, but ${plural(users.length, "it", "they")} cannot be repeated, and nothing can be learnt from ${plural(users.length, "its", "their")} episodes any more.`,
          ],
    reports: ids.length === 0 ? [] : reportsUsing(ctx, ids),
  };
}

/** What deleting an experiment or a benchmark would take with it; throws the refusal that deleting it would meet. */
export function planOwnerDeletion(ctx: ServiceContext, id: string): Deletion {
  return kindOfId(id) === "experiment" ? ofExperiment(ctx, id) : ofBenchmark(ctx, id);
}
