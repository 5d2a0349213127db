import { countRuns } from "#db/queries/runs.ts";
import { selectWorkers } from "#db/queries/workers.ts";
import type { Engine } from "../../../workers/protocol/executors/engine.ts";
import type { Params, RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type { LaunchPlan } from "../../contracts/launch/plan.ts";
import type { ServiceContext } from "../context.ts";
import { isOnline } from "../workers/list.ts";
import { countOf } from "../../wording/counts.ts";
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
  basis: string;
}

function oneRun(
  durationOf: ReturnType<typeof expectedDurations>,
  { manifest: { slug, script }, episodes }: { manifest: RecipeManifest; episodes: number },
): OneRun {
  const known = durationOf({ recipe: slug, episodes });
  if (known)
    return {
      seconds: known.medianMs / 1000,
      basis: `the median duration of the last ${countOf(known.n, "finished run")} of ${slug}`,
    };
  if (script) return { seconds: null, basis: `no run of ${slug} has finished here yet` };
  return {
    seconds: episodes / TYPICAL_EPISODES_PER_SECOND + SECONDS_PER_RUN,
    basis: `${TYPICAL_EPISODES_PER_SECOND} episodes per second and slot, a typical core; no run of ${slug} has finished here yet`,
  };
}

/** Seconds until the last of these runs has ended, each begun in order on the slot that is free first. */
function secondsOn(slots: number, runs: readonly number[]): number | null {
  if (slots === 0) return null;
  const free = Array.from({ length: slots }, () => 0);
  for (const seconds of runs) free[free.indexOf(Math.min(...free))] += seconds;
  return Math.max(...free);
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
  const durationOf = expectedDurations(ctx);
  const each = planned.map(({ manifest, params, runs: times }) => {
    const own = manifest.script ? 0 : manifest.trainEpisodes(params);
    return { ...oneRun(durationOf, { manifest, episodes: own }), episodes: own * times, times };
  });
  const basis = [...new Set(each.map((one) => one.basis))].join("; ");
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
    basis,
    waitingBefore,
  };
}
