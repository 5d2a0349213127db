import { isEvaluationMetric } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import { recipeOf } from "../recipes/book.ts";
import { selectExperimentsOfRecipe } from "#db/queries/experiments.ts";
import {
  type PowerAnswer,
  PowerInput,
  type PowerPilot,
  type PowerShown,
} from "../../contracts/launch/power.ts";
import { ServiceError } from "../../errors.ts";
import { wayKey } from "../../checks/on-record.ts";
import { isRounding } from "../../stats/moments.ts";
import {
  detectableDifference,
  MOST_SEEDS,
  MOST_SEEDS_ON_PROBLEMS,
  plannedSd,
  planSeedsAndProblems,
  POWER,
  seedsNeeded,
  seedsNeededForProblems,
} from "../../stats/claims/plan.ts";
import type { ErrorSources } from "../../stats/claims/seeds-and-problems.ts";
import { summary } from "../../stats/summary.ts";
import { unequalRunSpread } from "../../stats/claims/unequal-spread.ts";
import { listAnd } from "../../wording/counts.ts";
import { powerSentences, refuseDifference } from "../../wording/power.ts";
import { SEEDS_FOR_INTERVAL } from "../../wording/seeds.ts";
import type { ServiceContext } from "../context.ts";
import { seedFacts, type SeedFacts } from "./cell-values.ts";
import { type Cell, experimentCells } from "./cells.ts";
import { errorSources } from "./new-problems.ts";

const PILOTS = 8;
/** Fewer degrees of freedom say next to nothing about a spread. */
const FEWEST_DF = 2;
const LIMITS = { power: POWER, mostSeeds: MOST_SEEDS, mostOnNew: MOST_SEEDS_ON_PROBLEMS };

/** Configurations of one recipe that were measured alike, with the values of their finished seeds. */
interface Scattering {
  cell: Cell;
  seeds: SeedFacts[];
  values: number[];
}

interface Pilot extends PowerPilot {
  cells: Scattering[];
}

type NoPilot = NonNullable<PowerAnswer["noPilot"]>;

const dfOf = (cells: readonly Scattering[]) => cells.reduce((sum, { values }) => sum + values.length - 1, 0);

/** Of the configurations of a recipe those that were measured alike: the ones with the most degrees of freedom together. */
function scatteringCells(ctx: ServiceContext, cells: Cell[], recipe: string, metric: string): Scattering[] {
  const found = cells
    .filter(({ runs }) => runs.some((run) => run.recipe === recipe))
    .map((cell): Scattering => {
      const seeds = seedFacts(ctx, cell);
      return { cell, seeds, values: seeds.flatMap((own) => own.value(metric) ?? []).filter(Number.isFinite) };
    })
    .filter(({ values }) => values.length > 1);
  if (!isEvaluationMetric(metric)) return found;
  const ways = (one: Scattering) => [
    ...new Set(one.seeds.flatMap(({ onRecord }) => onRecord.ways.map((way) => wayKey(way, true)))),
  ];
  const alike = Map.groupBy(
    found.filter((one) => ways(one).length === 1),
    (one) => ways(one)[0],
  );
  return [...alike.values()].reduce<Scattering[]>((a, b) => (dfOf(b) > dfOf(a) ? b : a), []);
}

/** How much the runs of a recipe scatter inside the configurations of an experiment, or why it does not say so. */
function pilotOf(ctx: ServiceContext, experimentId: string, recipe: string, metric: string): Pilot | NoPilot {
  const experiment = experimentCells(ctx, experimentId);
  const cells = scatteringCells(ctx, experiment.cells, recipe, metric);
  const df = dfOf(cells);
  if (df < FEWEST_DF) return "too_few";
  const values = cells.map((one) => one.values);
  const parts = values.map((own) => summary(own));
  const sd = Math.sqrt(parts.reduce((sum, part) => sum + (part.n - 1) * (part.sd ?? 0) ** 2, 0) / df);
  if (isRounding(sd, Math.max(...values.flat().map(Math.abs)))) return "all_equal";
  const problems = new Set(cells.flatMap(({ seeds }) => seeds.flatMap((own) => own.problems(metric) ?? [])));
  const odd = unequalRunSpread(values);
  return {
    experimentId,
    title: experiment.title,
    sd,
    df,
    configurations: cells.length,
    spreadStandsOut: odd && { config: cells[odd.index].cell.config, ratio: odd.ratio },
    plannedSd: plannedSd(sd, df),
    problems: problems.size === 1 ? [...problems][0] : null,
    cells,
  };
}

/** The asked experiment, or of the recipe's the one with the most degrees of freedom, the newest on ties. */
function choosePilot(ctx: ServiceContext, recipe: string, metric: string, asked: string | null) {
  const known = selectExperimentsOfRecipe(ctx.db, recipe, { fewestDf: FEWEST_DF, limit: PILOTS });
  if (asked !== null) {
    const found = pilotOf(ctx, asked, recipe, metric);
    if (typeof found !== "string") return { pilot: found, noPilot: null, known };
    return { pilot: null, noPilot: found === "too_few" ? ("asked_too_few" as const) : found, known };
  }
  let pilot: Pilot | null = null;
  let noPilot: NoPilot = "too_few";
  for (const { id, df } of known) {
    // A metric that some runs lack has fewer degrees of freedom than the runs, never more.
    if (pilot && pilot.df >= df) break;
    const found = pilotOf(ctx, id, recipe, metric);
    if (found === "all_equal") noPilot = found;
    else if (typeof found !== "string" && found.df > (pilot?.df ?? 0)) pilot = found;
  }
  return { pilot, noPilot: pilot ? null : noPilot, known };
}

function theseProblems(
  { plannedSd: sd }: Pilot,
  { seeds, comparisons }: { seeds: number; comparisons: number },
  difference: number | null,
): PowerShown {
  const n = { n: seeds, nBaseline: seeds, sd, sdBaseline: sd, comparisons };
  return {
    detectable: seeds < SEEDS_FOR_INTERVAL ? null : detectableDifference(n),
    seedsNeeded: difference === null ? null : seedsNeeded(difference, { sd, comparisons }),
  };
}

/** The same for new problems of the kind too. Spreads between seeds are as uncertain as the pilot's own. */
function newProblems(
  ctx: ServiceContext,
  { cells, plannedSd: planned, sd }: Pilot,
  design: { metric: string; seeds: number; comparisons: number; problems: number | null },
  difference: number | null,
): PowerAnswer["newProblems"] {
  const { metric, seeds, comparisons, problems } = design;
  if (problems === null || problems < SEEDS_FOR_INTERVAL) return null;
  const sources = errorSources(ctx, cells, metric);
  if (sources === null || [...sources.sigma, sources.tau, ...sources.residual].every((part) => part === 0))
    return null;
  const scale = planned / sd;
  const wider: ErrorSources = { ...sources, sigma: [sources.sigma[0] * scale, sources.sigma[1] * scale] };
  const on = { N: problems, comparisons };
  const { detectable, floors } = planSeedsAndProblems(wider, {
    n: Math.max(seeds, SEEDS_FOR_INTERVAL),
    ...on,
  });
  return {
    problems,
    detectable: seeds < SEEDS_FOR_INTERVAL ? null : detectable,
    seedsNeeded: difference === null ? null : seedsNeededForProblems(difference, wider, on),
    ...floors,
  };
}

/**
 * What a design can show before it is launched, from the spread of an earlier experiment of the recipe: for these problems, and for
 * new ones of their kind. Throws `invalid` for a recipe or metric that is not known, and for a difference that cannot be.
 */
export function planPower(ctx: ServiceContext, rawInput: PowerInput): PowerAnswer {
  const input = PowerInput.parse(rawInput);
  const manifest = recipeOf(ctx.db, { recipe: input.recipe });
  if (!manifest)
    throw new ServiceError("invalid", `There is no recipe "${input.recipe}".`, { field: "recipe" });
  const metric = input.metric ?? manifest.primary;
  if (!manifest.headline.some((name) => name === metric))
    throw new ServiceError(
      "invalid",
      `"${metric.slice(0, 60)}" is no headline metric of ${manifest.slug}. It has ${listAnd([...manifest.headline])}.`,
      { field: "metric" },
    );
  const { title, unit } = metricInfo(metric);
  const { seeds, comparisons, difference } = input;
  const refused = difference === null ? null : refuseDifference(difference, unit);
  if (refused !== null) throw new ServiceError("invalid", refused, { field: "difference" });
  const { pilot, noPilot, known } = choosePilot(ctx, manifest.slug, metric, input.pilot);
  const problems = input.problems ?? pilot?.problems ?? null;
  const design = { metric, seeds, comparisons, problems };
  const these = pilot && theseProblems(pilot, design, difference);
  const onNew = pilot && newProblems(ctx, pilot, design, difference);
  const facts = {
    metric,
    title,
    unit,
    seeds,
    comparisons,
    difference,
    pilot: pilot && withoutCells(pilot),
    noPilot,
    pilots: known.map((one) => ({ experimentId: one.id, title: one.title })),
    theseProblems: these,
    newProblems: these && onNew && noSharperThan(these, onNew),
  };
  return { ...facts, sentences: powerSentences(facts, LIMITS) };
}

/** What speaks for new problems too is never sharper: where problems add nothing, its degrees of freedom would make it seem so. */
function noSharperThan<T extends PowerShown>(these: PowerShown, all: T): T {
  const sharper = all.detectable !== null && all.detectable < (these.detectable ?? 0);
  const seeds =
    all.seedsNeeded === null || these.seedsNeeded === null
      ? null
      : Math.max(all.seedsNeeded, these.seedsNeeded);
  return { ...all, detectable: sharper ? these.detectable : all.detectable, seedsNeeded: seeds };
}

const withoutCells = ({ cells: _cells, ...pilot }: Pilot): PowerPilot => pilot;
