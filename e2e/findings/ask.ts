import { type Comparison, MAX_SIDES } from "../../server/contracts/compare/compare.ts";
import { notRankedWords } from "../../server/checks/registry.ts";
import { COMPARABILITY_CRITERIA } from "../../server/checks/criteria.ts";
import { summary } from "../../server/stats/summary.ts";
import type { PackedWindow } from "../../server/contracts/charts/series-window.ts";
import { unpackWindow } from "../../server/contracts/charts/unpack-window.ts";
import type { AblationRow, AblationTable } from "../../server/contracts/experiment.ts";
import { isDefinedByProtocol, isTrainingReward, LAST_STEPS } from "../../server/contracts/metrics.ts";
import type { Finding } from "../../server/contracts/finding.ts";
import { isEnded, type RunState } from "../../server/contracts/run-lifecycle.ts";
import type { Params } from "../../workers/protocol/manifest.ts";
import type { RunningBench } from "../bench/ablab-process.ts";
import type { Found } from "./document.ts";
import { launchKeyOf, type Question, shareStarts, stagesOf } from "./question.ts";
import { answer, type PerEpisode, rowOf, type Seen } from "./verdict.ts";

type Asks = Pick<RunningBench, "query" | "mutate">;

interface Launched {
  experimentId: string;
  runs: { id: string; label: string; seed: number }[];
}

interface RunLine {
  id: string;
  state: RunState;
  recipe: string;
}

const ASK_EVERY_MS = 1000;
const TRIES = 20;

/** A server that is busy may drop a connection: what was asked is asked again, which is safe for all that is asked here. */
export function patient<Bench extends Asks>(bench: Bench): Bench {
  const again =
    (ask: Asks["query"]): Asks["query"] =>
    async (path, input) => {
      for (let left = TRIES; ; left--) {
        try {
          return await ask(path, input);
        } catch (error) {
          if (!(error instanceof TypeError) || left === 0) throw error;
          await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
        }
      }
    };
  return { ...bench, query: again(bench.query), mutate: again(bench.mutate) };
}

/** Asks for the runs of a question; those of an earlier call are the same runs. */
export function launch(
  bench: Asks,
  question: Question,
  seeds: readonly number[],
  smaller: Params,
): Promise<Launched> {
  const stages = stagesOf(question, seeds, smaller);
  const { baseline, primary, title } = question;
  return bench.mutate<Launched>("runs.launchPipeline", {
    launchKey: launchKeyOf({ stages, baseline, primary }),
    experiment: { title },
    stages,
    baseline,
    ...(primary !== undefined && { primary }),
  });
}

/** Waits until every run of a launch has ended. `onLook` hears how many have. */
export async function ended(
  bench: Asks,
  { experimentId, runs }: Launched,
  onLook: (done: number, of: number) => void,
): Promise<RunLine[]> {
  const wanted = new Set(runs.map(({ id }) => id));
  for (;;) {
    const { rows } = await bench.query<{ rows: RunLine[] }>("runs.list", { experimentId, limit: 500 });
    const ours = rows.filter(({ id }) => wanted.has(id));
    const done = ours.filter(({ state }) => isEnded(state));
    onLook(done.length, wanted.size);
    if (done.length === wanted.size) return done;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/** Points of a metric over drawn episodes, for each run of a configuration that counts. */
async function overEpisodes(
  bench: Asks,
  row: AblationRow,
  metric: string,
): Promise<Map<number, { x: number; y: number }[]>> {
  const bySeed = new Map<number, { x: number; y: number }[]>();
  for (const { seed, runId } of Object.values(row.bySeed)[0]) {
    const asked = { runIds: [runId], metrics: [metric], xAxis: "episodes", buckets: 4000 };
    const [packed] = await bench.query<PackedWindow[]>("series.window", asked);
    const window = packed && unpackWindow(packed);
    bySeed.set(seed, window ? [...window.x0].map((x, i) => ({ x, y: window.mean[i] })) : []);
  }
  return bySeed;
}

/** The mean of the last values up to where every run has drawn as many episodes as the least of them ever drew. */
export function atEqualEpisodes(
  cell: ReadonlyMap<number, { x: number; y: number }[]>,
  baseline: ReadonlyMap<number, { x: number; y: number }[]>,
): PerEpisode {
  const ends = [...cell.values(), ...baseline.values()].map((points) => points.at(-1)?.x ?? 0);
  const episodes = Math.min(...ends);
  const valueOf = (points: { x: number; y: number }[]): number | null => {
    const last = points.filter(({ x }) => x <= episodes).slice(-LAST_STEPS);
    return summary(last.map(({ y }) => y)).mean;
  };
  const values = (side: ReadonlyMap<number, { x: number; y: number }[]>) =>
    new Map([...side].map(([seed, points]) => [seed, valueOf(points)]));
  return { episodes, cell: values(cell), baseline: values(baseline) };
}

const runsOf = (row: AblationRow, metric: string): string[] => row.bySeed[metric].map(({ runId }) => runId);

const OF_QUANTITY = new Set(
  COMPARABILITY_CRITERIA.filter(({ decides }) => decides === "quantity").map(({ info }) => info.id),
);

/**
 * Whether an objection makes two values of a metric two quantities; what else was varied between them is another question. Without
 * a metric it is said of every outcome on problems, of which the rewards that were paid are none.
 */
const ofQuantity = ({ rule, severity, metric }: Finding, asked: string): boolean =>
  severity === "error" &&
  OF_QUANTITY.has(rule) &&
  (metric === null || (isDefinedByProtocol(asked) && !isTrainingReward(metric)));

/**
 * Why the bench does not call what two configurations have of a metric of evaluations one quantity, in words; null where it does.
 * Every run is held against the first of the other configuration, as the Compare page does.
 */
async function whyApart(
  bench: Asks,
  metric: string,
  own: AblationRow,
  than: AblationRow,
): Promise<string | null> {
  const [first, ...others] = [...runsOf(than, metric), ...runsOf(own, metric)];
  const found: Finding[] = [];
  for (let from = 0; from < others.length; from += MAX_SIDES - 1) {
    const ids = [first, ...others.slice(from, from + MAX_SIDES - 1)];
    const { findings } = await bench.query<Pick<Comparison, "findings">>("compare.overview", { ids });
    found.push(...findings);
  }
  return notRankedWords(found.filter((one) => ofQuantity(one, metric)));
}

/** Everything that the expectations of a question ask of its runs, asked once. */
async function look(bench: Asks, question: Question, table: AblationTable): Promise<Seen> {
  const perEpisode = new Map<string, PerEpisode>();
  const apart = new Map<string, string | null>();
  for (const one of question.expects) {
    if (one.kind === "level" && typeof one.than !== "number") {
      const than = one.than.cell;
      const why = await whyApart(bench, one.metric, rowOf(table, one.cell), rowOf(table, than));
      apart.set(`${one.metric} ${one.cell} ${than}`, why);
    }
    if (one.kind === "per_episode") {
      const own = await overEpisodes(bench, rowOf(table, one.cell), one.metric);
      const baseline = await overEpisodes(bench, rowOf(table, table.baseline), one.metric);
      perEpisode.set(`${one.cell} ${one.metric}`, atEqualEpisodes(own, baseline));
    }
  }
  return {
    table,
    sharedStarts: (cell, than) => shareStarts(question, cell, than),
    apart: (metric, cell, than) => {
      const why = apart.get(`${metric} ${cell} ${than}`);
      if (why === undefined) throw new Error(`Nobody asked whether ${cell} and ${than} may be compared.`);
      return why;
    },
    perEpisode: (cell, metric) => {
      const found = perEpisode.get(`${cell} ${metric}`);
      if (!found) throw new Error(`Points of ${metric} of ${cell} were not asked for.`);
      return found;
    },
  };
}

/** What the runs of a question say. */
export async function findOut(
  bench: Asks,
  question: Question,
  { experimentId }: Launched,
  runs: readonly RunLine[],
): Promise<Found> {
  const table = await bench.query<AblationTable>("experiments.table", {
    id: experimentId,
    also: question.also,
    ...question.da,
  });
  const seen = await look(bench, question, table);
  const made: string[] = [];
  for (const [recipe, [{ id }]] of Map.groupBy(runs, (run) => run.recipe)) {
    const { recipeVersion } = await bench.query<{ recipeVersion: string }>("runs.get", { id });
    made.push(`${recipe} ${recipeVersion}`);
  }
  const cpu = table.rows.map(({ cpuSeconds, n }) => (cpuSeconds ?? 0) * n);
  return {
    question,
    table,
    answers: question.expects.map((expectation) => answer(expectation, seen)),
    runs: {
      count: runs.length,
      unfinished: runs.filter(({ state }) => state !== "finished").length,
      cpuSeconds: cpu.reduce((a, b) => a + b, 0),
      recipes: made.toSorted(),
    },
  };
}
