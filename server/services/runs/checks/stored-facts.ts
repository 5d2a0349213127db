import type { SeriesFacts } from "#db/points/point-store.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttempt } from "#db/queries/attempts.ts";
import { type RunRecord, selectRunsByIds } from "#db/queries/runs.ts";
import type { ControlRow } from "#db/queries/aa-controls.ts";
import type { Db } from "#db/client.ts";
import { DEFAULT_AXIS } from "../../../../workers/protocol/default-axis.ts";
import { MACHINE_AXIS } from "../../../../workers/protocol/machine/machine-metrics.ts";
import type { Stall } from "../../../checks/health/machine/stalled.ts";
import { asOurs, namesOf, readAsOurs } from "../../../checks/health/as-ours.ts";
import { rewardRescaled } from "../../../checks/health/rescaled-reward.ts";
import type { RunFacts } from "../../../checks/health/run-rule.ts";
import { trainerSettingsOf } from "../../../checks/health/trainer-settings.ts";
import { RUN_RULES } from "../../../checks/registry.ts";
import { recipeOf } from "../../recipes/book.ts";
import { densestOf, loggingInterval } from "../../series/logging-interval.ts";
import { reachOf } from "../measured/progress.ts";
import { rewardNoiseOf } from "../reward-noise-of.ts";
import type { StoredSeries } from "./walk.ts";

/** What the rules look at, and what others call it. */
const READ = [...new Set(RUN_RULES.flatMap(({ reads }) => reads))];
const WATCHED = namesOf(READ);
const REWARDS = namesOf(rewardRescaled.reads);
const LIKE = RUN_RULES.flatMap(({ readsLike }) => readsLike ?? []);

/** Train steps, and seconds for what the machine measures. */
const AXES = new Set([DEFAULT_AXIS, MACHINE_AXIS]);

/** What of an attempt's series the rules look at under names that people chose. */
const alikeOf = (db: Db, attemptId: string): string[] =>
  pointStore(db)
    .names(attemptId)
    .filter(({ metric, axis }) => AXES.has(axis) && LIKE.some((pattern) => pattern.test(metric)))
    .map(({ metric }) => metric);

/** Everything that the rules look at in an attempt. */
export const watchedNames = (db: Db, attemptId: string): string[] => [...WATCHED, ...alikeOf(db, attemptId)];

function stored({ id, metric, n, nan, posInf, negInf, lastX, lastValue }: SeriesFacts): StoredSeries {
  const read = readAsOurs(metric);
  const last = lastValue ?? NaN;
  return {
    id,
    metric,
    n,
    nonFinite: nan + posInf + negInf,
    lastX: lastX ?? NaN,
    lastValue: read ? read(last) : last,
    read,
  };
}

/** Series by our names, whatever the run called them. */
function seriesOf(db: Db, attemptId: string, names: readonly string[], metrics: readonly string[]) {
  const own = pointStore(db)
    .series([attemptId], names)
    .filter(({ axis, n }) => AXES.has(axis) && n > 0);
  return asOurs(new Map(own.map((facts) => [facts.metric, stored(facts)])), metrics, LIKE);
}

const resamples = (db: Db, run: RunRecord | undefined): boolean =>
  (run && recipeOf(db, run)?.resamplesDeadGroups(run.params)) ?? false;

/** How far a script came that exited with code 0. */
function endOf(db: Db, run: RunRecord | undefined, id: string): RunFacts["end"] {
  const attempt = selectAttempt(db, id);
  if (!run || !attempt?.exit || attempt.exit.reason !== "ok" || run.origin === "external") return null;
  const reach = reachOf({ run, attempt });
  if (reach === null || reach.planned === 0) return null;
  if (reach.step === null || reach.step >= reach.planned) return { ...reach, silence: 0 };
  const store = pointStore(db);
  const densest = densestOf(store.series([id], null).filter(({ axis }) => axis === DEFAULT_AXIS));
  return { ...reach, silence: densest ? loggingInterval(store, densest).patience : 0 };
}

/** What the rules may know of a run before they read points. */
export function storedFacts(
  db: Db,
  { id, runId }: { id: string; runId: string },
  twin: ControlRow | undefined,
  stall: Stall | null,
): RunFacts<StoredSeries> {
  const [run] = selectRunsByIds(db, [runId]);
  return {
    series: seriesOf(db, id, watchedNames(db, id), READ),
    resamplesDeadGroups: resamples(db, run),
    stall,
    end: endOf(db, run, id),
    settings: trainerSettingsOf(run?.params ?? {}),
    config: run?.label ?? "",
    noise: run ? rewardNoiseOf(run) : null,
    reference: twin
      ? { config: twin.config, series: seriesOf(db, twin.attemptId, REWARDS, rewardRescaled.reads) }
      : null,
  };
}
