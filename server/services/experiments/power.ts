import { metricInfo } from "../../../workers/protocol/metrics.ts";
import { findRecipe } from "../../../workers/recipes/catalog.ts";
import { selectExperimentsOfRecipe } from "#db/queries/experiments.ts";
import { PowerInput, type PowerAnswer, type PowerPilot } from "../../contracts/power.ts";
import { ServiceError } from "../../errors.ts";
import {
  detectableDifference,
  plannedSd,
  planSeedsAndProblems,
  POWER,
  seedsNeeded,
} from "../../stats/plan.ts";
import type { ErrorSources } from "../../stats/seeds-and-problems.ts";
import { summary } from "../../stats/summary.ts";
import { listAnd } from "../../wording/counts.ts";
import { powerSentences } from "../../wording/power.ts";
import { SEEDS_FOR_INTERVAL } from "../../wording/seeds.ts";
import type { ServiceContext } from "../context.ts";
import { seedFacts, type SeedFacts } from "./cell-values.ts";
import { experimentCells } from "./cells.ts";
import { errorSources } from "./new-problems.ts";

const PILOTS = 8;
/** Fewer degrees of freedom say next to nothing about a spread. */
const FEWEST_DF = 2;
const MOST_SEEDS = 200;

interface Pilot extends PowerPilot {
  sources: ErrorSources | null;
}

/** How much the runs of an experiment scatter inside its configurations; null where too few say it. */
function pilotOf(ctx: ServiceContext, experimentId: string, metric: string): Pilot | null {
  const { cells, title } = experimentCells(ctx, experimentId);
  const seeds = cells.map((cell) => ({ cell, own: seedFacts(ctx, cell) }));
  const values = (own: SeedFacts[]) => own.flatMap((one) => one.value(metric) ?? []).filter(Number.isFinite);
  const parts = seeds.map(({ own }) => summary(values(own))).filter(({ n }) => n > 1);
  const df = parts.reduce((sum, { n }) => sum + n - 1, 0);
  const squares = parts.reduce((sum, { n, sd }) => sum + (n - 1) * (sd ?? 0) ** 2, 0);
  if (df < FEWEST_DF || squares === 0) return null;
  const sd = Math.sqrt(squares / df);
  const problems = new Set(seeds.flatMap(({ own }) => own.flatMap((one) => one.problems(metric) ?? [])));
  return {
    experimentId,
    title,
    sd,
    df,
    plannedSd: plannedSd(sd, df),
    problems: problems.size === 1 ? [...problems][0] : null,
    sources: errorSources(
      ctx,
      seeds.map(({ cell, own }) => ({ cell, seeds: own, forbidden: [] })),
      metric,
    ),
  };
}

/** The asked experiment, or the newest of the recipe that says how much its runs scatter. */
function choosePilot(ctx: ServiceContext, recipe: string, metric: string, asked: string | null) {
  const known = selectExperimentsOfRecipe(ctx.db, recipe, PILOTS);
  if (asked !== null) return { pilot: pilotOf(ctx, asked, metric), known };
  for (const { id } of known) {
    const pilot = pilotOf(ctx, id, metric);
    if (pilot) return { pilot, known };
  }
  return { pilot: null, known };
}

function theseProblems(
  { plannedSd: sd }: Pilot,
  { seeds, comparisons }: { seeds: number; comparisons: number },
  difference: number | null,
): NonNullable<PowerAnswer["theseProblems"]> {
  const n = { n: seeds, nBaseline: seeds, sd, sdBaseline: sd, comparisons };
  return {
    detectable: seeds < SEEDS_FOR_INTERVAL ? null : detectableDifference(n),
    seedsNeeded: difference === null ? null : seedsNeeded(difference, { sd, comparisons }),
  };
}

/** The same for new problems of the kind too. Spreads between seeds are as uncertain as the pilot's own. */
function newProblems(
  { sources, plannedSd: planned, sd }: Pilot,
  { seeds, comparisons, problems }: { seeds: number; comparisons: number; problems: number | null },
  difference: number | null,
): PowerAnswer["newProblems"] {
  if (sources === null || problems === null || problems < SEEDS_FOR_INTERVAL) return null;
  const scale = planned / sd;
  const wider: ErrorSources = { ...sources, sigma: [sources.sigma[0] * scale, sources.sigma[1] * scale] };
  const show = (n: number) => planSeedsAndProblems(wider, { n, N: problems, comparisons });
  const { detectable, floors } = show(Math.max(seeds, SEEDS_FOR_INTERVAL));
  const enough = (n: number) => difference !== null && show(n).detectable <= difference;
  const from = Array.from({ length: MOST_SEEDS - 2 }, (_, i) => i + SEEDS_FOR_INTERVAL).find(enough);
  return {
    problems,
    detectable: seeds < SEEDS_FOR_INTERVAL ? null : detectable,
    seedsNeeded: from ?? null,
    ...floors,
  };
}

/**
 * What a design can show before it is launched, from the spread of an earlier experiment of the recipe: for these problems, and for
 * new ones of their kind. Throws `invalid` for a recipe or metric that is not known.
 */
export function planPower(ctx: ServiceContext, rawInput: PowerInput): PowerAnswer {
  const input = PowerInput.parse(rawInput);
  const manifest = findRecipe(input.recipe);
  if (!manifest)
    throw new ServiceError("invalid", `There is no recipe "${input.recipe}".`, { field: "recipe" });
  const metric = input.metric ?? manifest.primary;
  if (!manifest.headline.some((name) => name === metric))
    throw new ServiceError(
      "invalid",
      `"${metric.slice(0, 60)}" is no headline metric of ${manifest.slug}. It has ${listAnd(manifest.headline)}.`,
      { field: "metric" },
    );
  const { title, unit } = metricInfo(metric);
  const { seeds, comparisons, difference } = input;
  const { pilot, known } = choosePilot(ctx, manifest.slug, metric, input.pilot);
  const problems = input.problems ?? pilot?.problems ?? null;
  const design = { seeds, comparisons, problems };
  const facts = {
    metric,
    title,
    unit,
    seeds,
    comparisons,
    difference,
    pilot: pilot && withoutSources(pilot),
    pilots: known.map((one) => ({ experimentId: one.id, title: one.title })),
    theseProblems: pilot && theseProblems(pilot, design, difference),
    newProblems: pilot && newProblems(pilot, design, difference),
  };
  return { ...facts, sentences: powerSentences(facts, POWER) };
}

const withoutSources = ({ sources: _sources, ...pilot }: Pilot): PowerPilot => pilot;
