import type { DeviceChoice } from "../../../workers/protocol/machine/gpu-count.ts";
import { gpuRange, gpusAsked } from "../../../workers/protocol/machine/gpu-count.ts";
import { countRuns } from "#db/queries/runs.ts";
import { selectWorkers, type WorkerRecord } from "#db/queries/workers.ts";
import type { Engine } from "../../../workers/protocol/executors/engine.ts";
import type { Params, RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type { LaunchPlan } from "../../contracts/launch/plan.ts";
import type { ServiceContext } from "../context.ts";
import { isOnline } from "../workers/list.ts";
import { countOf } from "../../wording/counts.ts";
import { expectedDevice, roomOn } from "./launch-devices.ts";
import { expectedDurations } from "./waiting/expected-duration.ts";

/** Episodes per second and slot on an ordinary core, until this machine has finished a run of the recipe. */
const TYPICAL_EPISODES_PER_SECOND = 1800;
/** Process start, SFT start and the first evaluation of a run. */
const SECONDS_PER_RUN = 1.5;

interface Planned {
  manifest: RecipeManifest;
  params: Params;
  runs: number;
}

/** How long one run takes, in seconds, and by what; null where nothing says, as of a script that has not finished here. */
interface OneRun {
  seconds: number | null;
  source: string;
}

function oneRun(
  durationOf: ReturnType<typeof expectedDurations>,
  {
    manifest: { slug, script },
    episodes,
    device,
  }: { manifest: RecipeManifest; episodes: number; device?: DeviceChoice },
): OneRun {
  const known = durationOf({ recipe: slug, episodes, device });
  const where = device === undefined ? "" : device === "gpu" ? " on a GPU" : " on the CPU";
  if (known)
    return {
      seconds: known.medianMs / 1000,
      source: `the median duration of the last ${countOf(known.n, "finished run")} of ${slug}${where}`,
    };
  if (script) return { seconds: null, source: `no run of ${slug} has finished${where || " here"} yet` };
  return {
    seconds: episodes / TYPICAL_EPISODES_PER_SECOND + SECONDS_PER_RUN,
    source: `${TYPICAL_EPISODES_PER_SECOND} episodes per second and slot, a typical core; no run of ${slug} has finished here yet`,
  };
}

/** Seconds until the last of these runs has ended, each begun in order on the slot that is free first. */
function secondsOn(slots: number, runs: readonly number[]): number | null {
  if (slots === 0) return null;
  const free = Array.from({ length: slots }, () => 0);
  for (const seconds of runs) free[free.indexOf(Math.min(...free))] += seconds;
  return Math.max(...free);
}

/** Connected workers that have all of these recipes, in their versions, and take runs. */
export const ableWorkers = (
  ctx: ServiceContext,
  planned: readonly Pick<Planned, "manifest">[],
  on?: Engine["kind"],
): WorkerRecord[] =>
  selectWorkers(ctx.db).filter(
    (w) =>
      isOnline(ctx, w) &&
      !w.draining &&
      (on === undefined || w.engine?.kind === on) &&
      planned.every(({ manifest }) =>
        w.recipes.some((r) => r.slug === manifest.slug && r.version === manifest.version),
      ),
  );

/**
 * What runs will cost on the connected workers that have all of their recipes: episodes, and wall seconds on those slots
 * by what has been measured here. How many jobs an engine with a queue starts at once is its own affair, whatever its worker
 * follows: what can be said then is how long one run takes. `able`: the workers that can take them.
 */
export function estimateRuns(
  ctx: ServiceContext,
  planned: readonly Planned[],
  able: readonly WorkerRecord[],
  forced?: DeviceChoice,
): LaunchPlan["estimate"] {
  const here = able.filter(({ engine }) => engine === null);
  const deviceOf = ({ manifest }: Pick<Planned, "manifest">) => {
    const range = gpuRange(manifest);
    const rooms = able.map((worker) => roomOn(ctx, worker, gpusAsked(range, forced)));
    return expectedDevice(range, rooms, forced);
  };
  const ranges = planned.map(({ manifest }) => gpusAsked(gpuRange(manifest), forced));
  const slots = here.reduce(
    (n, worker) => n + Math.min(worker.slots, ...ranges.map((range) => roomOn(ctx, worker, range).runs)),
    0,
  );
  const queue = here.length > 0 ? null : (able[0]?.engine?.kind ?? null);
  const waitingBefore = countRuns(ctx.db, { experimentId: null, states: ["queued"], search: "" });
  const runs = planned.reduce((n, one) => n + one.runs, 0);
  const durationOf = expectedDurations(ctx);
  const each = planned.map(({ manifest, params, runs: times }) => {
    const own = manifest.script ? 0 : manifest.trainEpisodes(params);
    return {
      ...oneRun(durationOf, { manifest, episodes: own, device: deviceOf({ manifest }) }),
      episodes: own * times,
      times,
    };
  });
  const source = [...new Set(each.map((one) => one.source))].join("; ");
  const known = each.flatMap(({ seconds, times }) =>
    seconds === null ? [] : Array.from({ length: times }, () => seconds),
  );
  const isKnown = runs > 0 && known.length === runs;
  return {
    episodes: each.reduce((n, one) => n + one.episodes, 0),
    slots,
    queue,
    seconds: !isKnown
      ? null
      : queue === null
        ? secondsOn(slots, known)
        : known.reduce((a, b) => a + b) / runs,
    source,
    waitingBefore,
  };
}
