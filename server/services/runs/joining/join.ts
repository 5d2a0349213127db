import { selectExperiment } from "#db/queries/experiments.ts";
import { type RunRecord, selectRunsByExperiment } from "#db/queries/runs.ts";
import type { RecipeManifest } from "../../../../workers/protocol/manifest.ts";
import type { Joining, JoinOffer } from "../../../contracts/launch/joining.ts";
import type { Variant } from "../../../contracts/launch/matrix.ts";
import type { RunState } from "../../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../../errors.ts";
import { countOf, listAnd, plural, writeCount } from "../../../wording/counts.ts";
import { SEEDS_FOR_INTERVAL, writeSeedList } from "../../../wording/seeds.ts";
import type { ServiceContext } from "../../context.ts";
import { costOfSeeds, seenLooks } from "../../looks/seen-looks.ts";
import { givenInputs, type FilledSlot } from "../../inputs/fill-slots.ts";
import { namedBenchmark } from "../problem-issues.ts";
import { cellHash } from "./cell-hash.ts";
import { StandingRuns } from "./standing.ts";

/** What the metric of the claims says of runs: the ids of finished ones without a value of it. */
export type FindValueless = (runs: readonly RunRecord[]) => ReadonlySet<string>;
export const NONE_VALUELESS: FindValueless = () => new Set();

/** "Relaunch 2 killed cells", "Relaunch 2 killed cells and 1 cell without a value", "Launch 3 cells that were never launched". */
function lackingWords(ended: readonly RunState[], never: number): string {
  const broken = ended.filter((state) => state !== "finished");
  const counts = [...Map.groupBy(broken, (state) => state)].map(
    ([state, { length }]) => `${writeCount(length)} ${state}`,
  );
  const relaunch = broken.length === 0 ? "" : `${listAnd(counts)} ${plural(broken.length, "cell")}`;
  const without = ended.length - broken.length;
  const valueless = without === 0 ? "" : countOf(without, "cell without a value", "cells without a value");
  const fill =
    never === 0 ? "" : countOf(never, "cell that was never launched", "cells that were never launched");
  return `${ended.length === 0 ? "Launch" : "Relaunch"} ${listAnd([relaunch, valueless, fill].filter(Boolean))}`;
}

/** "3 more seeds", "3 more seeds as look 2". */
const moreWords = (seeds: number, look: number | null): string =>
  `${countOf(seeds, "more seed")}${look === null ? "" : ` as look ${writeCount(look)}`}`;

/** As many seeds as an interval wants, after the last that there is. */
function moreSeeds(seeds: readonly number[]): number[] {
  const next = Math.max(-1, ...seeds) + 1;
  const few = SEEDS_FOR_INTERVAL - seeds.length;
  return Array.from({ length: few > 0 ? few : SEEDS_FOR_INTERVAL }, (_, i) => next + i);
}

interface Asked {
  /** Seeds that a form names. */
  seeds?: readonly number[];
  findValueless?: FindValueless;
}

/** What an experiment has of the configurations of a matrix, and what could be added to it by one press. */
export function joinExperiment(
  ctx: Pick<ServiceContext, "db">,
  experimentId: string,
  manifest: RecipeManifest,
  variants: readonly Pick<Variant, "label" | "params">[],
  filled: readonly FilledSlot[],
  { seeds: asked = [], findValueless = NONE_VALUELESS }: Asked = {},
): Joining {
  const experiment = selectExperiment(ctx.db, experimentId);
  if (!experiment)
    throw new ServiceError("not_found", `There is no experiment ${experimentId}.`, { field: "experiment" });
  const runs = selectRunsByExperiment(ctx.db, experimentId);
  const standing = new StandingRuns(runs, findValueless(runs));
  const cells = variants.map(({ label, params }) => ({
    label,
    cell: cellHash(
      manifest,
      params,
      namedBenchmark(ctx.db, manifest, params)?.hash ?? null,
      givenInputs(filled),
    ),
  }));
  const isOurs = new Set(cells.map(({ cell }) => cell));
  const ours = runs.filter(({ cell }) => isOurs.has(cell));
  const seeds = [...new Set(ours.map(({ seed }) => seed))].toSorted((a, b) => a - b);
  const known = new Set(ours.map(({ cell }) => cell)).size;
  const lacking = cells.flatMap(({ cell }) =>
    seeds
      .filter((seed) => standing.lacks(cell, seed))
      .map((seed) => ({ cell, seed, run: standing.get(cell, seed) })),
  );
  const ended = lacking.flatMap(({ run }) => (run ? [run.state] : []));
  const more = moreSeeds(seeds);
  const looks = seenLooks(ctx, experimentId, experiment.plan);
  const costOf = (of: readonly string[], added: readonly number[]) => costOfSeeds(looks, of, added);
  const addedCost = costOf(
    cells.map(({ cell }) => cell),
    more,
  );
  const offers: JoinOffer[] = [];
  if (lacking.length > 0)
    offers.push({
      words: lackingWords(ended, lacking.length - ended.length),
      seeds: writeSeedList([...new Set(lacking.map(({ seed }) => seed))]),
      runs: lacking.length,
      lacking: true,
      cost: lacking.map(({ cell, seed }) => costOf([cell], [seed])).find((cost) => cost !== null) ?? null,
    });
  if (known > 0)
    offers.push({
      words: moreWords(more.length, addedCost === null ? null : looks.count + 1),
      seeds: writeSeedList(more),
      runs: more.length * cells.length,
      lacking: false,
      cost: addedCost,
    });
  return {
    experimentId,
    title: experiment.title,
    seeds,
    known,
    runs: Object.fromEntries(
      cells.map(({ label, cell }) => [
        label,
        seeds.flatMap((seed) => {
          const run = standing.get(cell, seed);
          if (!run) return [];
          const { id: runId, name, state } = run;
          return [{ seed, runId, name, state, lacking: standing.lacks(cell, seed) }];
        }),
      ]),
    ),
    offers,
    cost: costOf(
      cells.map(({ cell }) => cell),
      asked,
    ),
    caution: known > 0 || runs.length === 0 ? null : strangeWords(manifest, runs),
  };
}

/** Why configurations of a form stand beside those of an experiment and not among them. */
function strangeWords(
  { slug, version }: RecipeManifest,
  runs: ReturnType<typeof selectRunsByExperiment>,
): string {
  const versions = [
    ...new Set(runs.filter(({ recipe }) => recipe === slug).map(({ recipeVersion }) => recipeVersion)),
  ];
  if (versions.length > 0 && !versions.includes(version))
    return `Its runs were launched with ${slug} ${listAnd(versions)}, and now there is ${version}: the same parameters may mean something else, so these are configurations of their own.`;
  return "It has none of these configurations: they stand beside those that it has.";
}
