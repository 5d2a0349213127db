import { selectExperiment } from "#db/queries/experiments.ts";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import type { RecipeManifest } from "../../../../workers/protocol/manifest.ts";
import type { Joining, JoinOffer } from "../../../contracts/launch/joining.ts";
import type { Variant } from "../../../contracts/launch/matrix.ts";
import type { RunState } from "../../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../../errors.ts";
import { countOf, listAnd, plural, writeCount } from "../../../wording/counts.ts";
import { SEEDS_FOR_INTERVAL, writeSeedList } from "../../../wording/seeds.ts";
import type { ServiceContext } from "../../context.ts";
import { givenInputs, type FilledSlot } from "../../inputs/fill-slots.ts";
import { namedBenchmark } from "../problem-issues.ts";
import { cellHash } from "./cell-hash.ts";
import { StandingRuns } from "./standing.ts";

/** "Relaunch 2 killed cells", "Relaunch 2 killed and 1 failed cell", "Fill 3 cells that were never launched". */
function lackingWords(ended: readonly RunState[], never: number): string {
  const counts = [...Map.groupBy(ended, (state) => state)].map(
    ([state, { length }]) => `${writeCount(length)} ${state}`,
  );
  const relaunch = ended.length === 0 ? "" : `${listAnd(counts)} ${plural(ended.length, "cell")}`;
  const fill =
    never === 0 ? "" : countOf(never, "cell that was never launched", "cells that were never launched");
  return relaunch === "" ? `Launch ${fill}` : `Relaunch ${listAnd([relaunch, fill].filter(Boolean))}`;
}

/** As many seeds as an interval wants, after the last that there is. */
function moreSeeds(seeds: readonly number[]): number[] {
  const next = Math.max(-1, ...seeds) + 1;
  const few = SEEDS_FOR_INTERVAL - seeds.length;
  return Array.from({ length: few > 0 ? few : SEEDS_FOR_INTERVAL }, (_, i) => next + i);
}

/** What an experiment has of the configurations of a matrix, and what could be added to it by one press. */
export function joinExperiment(
  ctx: Pick<ServiceContext, "db">,
  experimentId: string,
  manifest: RecipeManifest,
  variants: readonly Pick<Variant, "label" | "params">[],
  filled: readonly FilledSlot[],
): Joining {
  const experiment = selectExperiment(ctx.db, experimentId);
  if (!experiment)
    throw new ServiceError("not_found", `There is no experiment ${experimentId}.`, { field: "experiment" });
  const runs = selectRunsByExperiment(ctx.db, experimentId);
  const standing = new StandingRuns(runs);
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
      .map((seed) => ({ seed, run: standing.get(cell, seed) })),
  );
  const ended = lacking.flatMap(({ run }) => (run ? [run.state] : []));
  const more = moreSeeds(seeds);
  const offers: JoinOffer[] = [];
  if (lacking.length > 0)
    offers.push({
      words: lackingWords(ended, lacking.length - ended.length),
      seeds: writeSeedList([...new Set(lacking.map(({ seed }) => seed))]),
      runs: lacking.length,
      lacking: true,
    });
  if (known > 0)
    offers.push({
      words: countOf(more.length, "more seed"),
      seeds: writeSeedList(more),
      runs: more.length * cells.length,
      lacking: false,
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
