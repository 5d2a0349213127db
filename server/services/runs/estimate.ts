import { countRuns } from "#db/queries/runs.ts";
import { selectFinishedDuration, selectFinishedThroughput } from "#db/queries/ticks.ts";
import { selectWorkers } from "#db/queries/workers.ts";
import type { Engine } from "../../../workers/protocol/executors/engine.ts";
import type { Params, RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type { LaunchPlan } from "../../contracts/launch/plan.ts";
import type { ServiceContext } from "../context.ts";
import { isOnline } from "../workers/list.ts";
import { countOf, writeCount } from "../../wording/counts.ts";

/** Metrics whose last point says how far a run is, the first that it has: train steps, else epochs. */
export const PROGRESS_METRICS = ["progress/episodes", "progress/updates", "sft/loss", "prm/loss"];

/** Episodes per second and slot on an ordinary core, until this machine has finished a run of its own. */
const TYPICAL_EPISODES_PER_SECOND = 1800;
/** Of so many runs the speed here is the median. */
export const LAST_RUNS = 20;
/** Process start, SFT start and the first evaluation of a run. */
const SECONDS_PER_RUN = 1.5;

interface Planned {
  manifest: RecipeManifest;
  params: Params;
  runs: number;
}

/**
 * Scripts say nothing of their speed: what their runs took here is all there is. `at`: how many go at once; null where each counts by
 * itself. Runs of one script go side by side, and those of another after them.
 */
function secondsOfScripts(
  ctx: ServiceContext,
  planned: readonly Planned[],
  at: number | null,
): Pick<LaunchPlan["estimate"], "seconds" | "basis"> {
  const bySlug = Map.groupBy(planned, ({ manifest }) => manifest.slug);
  let [total, runs, measured] = [0, 0, 0];
  for (const [slug, own] of bySlug) {
    const { medianMs, runs: n } = selectFinishedDuration(ctx.db, slug, LAST_RUNS);
    if (medianMs === null) return { seconds: null, basis: `no run of ${slug} has finished here yet` };
    const wanted = own.reduce((sum, one) => sum + one.runs, 0);
    total += (at === null ? wanted : Math.ceil(wanted / at)) * (medianMs / 1000);
    runs += wanted;
    measured += n;
  }
  const of = [...bySlug.keys()].join(", ");
  const basis = `the median duration of the last ${countOf(measured, "finished run")} of ${of}`;
  if (at === 0 || runs === 0) return { seconds: null, basis };
  return { seconds: at === null ? total / runs : total, basis };
}

/**
 * What runs will cost on the connected workers that have all of their recipes: episodes, and wall seconds on those slots
 * by what has been measured here. How many jobs an engine with a queue starts at once is its own affair, whatever its worker
 * follows: what can be said then is how long one run takes. `on`: where the launch sends them.
 */
export function estimateRuns(
  ctx: ServiceContext,
  planned: readonly Planned[],
  on?: Engine["kind"],
): LaunchPlan["estimate"] {
  const able = selectWorkers(ctx.db).filter(
    (w) =>
      isOnline(ctx, w) &&
      !w.draining &&
      (on === undefined || w.engine?.kind === on) &&
      planned.every(({ manifest }) =>
        w.recipes.some((r) => r.slug === manifest.slug && r.version === manifest.version),
      ),
  );
  const here = able.filter(({ engine }) => engine === null);
  const slots = here.reduce((n, w) => n + w.slots, 0);
  const queue = here.length > 0 ? null : (able[0]?.engine?.kind ?? null);
  const waitingBefore = countRuns(ctx.db, { experimentId: null, states: ["queued"], search: "" });
  const runs = planned.reduce((n, one) => n + one.runs, 0);
  if (planned.some(({ manifest }) => manifest.script !== undefined)) {
    const at = queue === null ? slots : null;
    return { episodes: 0, slots, queue, ...secondsOfScripts(ctx, planned, at), waitingBefore };
  }
  const measured = selectFinishedThroughput(ctx.db, LAST_RUNS);
  const speed = measured.median ?? TYPICAL_EPISODES_PER_SECOND;
  const episodes = planned.reduce(
    (n, { manifest, params, runs: times }) => n + manifest.trainEpisodes(params) * times,
    0,
  );
  const work = episodes / speed + SECONDS_PER_RUN * runs;
  const at = queue === null ? slots : runs;
  const basis =
    measured.median === null
      ? `${TYPICAL_EPISODES_PER_SECOND} episodes per second and slot, a typical core; nothing has finished here yet`
      : `${writeCount(measured.median)} episodes per second and slot, the median of the last ${countOf(measured.runs, "finished run")} here`;
  return { episodes, slots, queue, seconds: at === 0 ? null : work / at, basis, waitingBefore };
}
