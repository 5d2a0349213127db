import { selectBenchmarkByName } from "#db/queries/benchmarks.ts";
import { PROBLEM_SET } from "../../../workers/protocol/inputs.ts";
import { type Params, presetParams, type RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type { PipelineTemplate, StageTemplate } from "../../../workers/recipes/pipeline-template.ts";
import { PIPELINES } from "../../../workers/recipes/pipelines.ts";
import {
  type PipelinePlan,
  PlanPipelineInput,
  type PlanPipelineOptions,
} from "../../contracts/launch/pipeline.ts";
import type { PipelineStage } from "../../contracts/launch/launch.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { writeSet } from "../../wording/typed.ts";
import { connectedEngines } from "../workers/engines.ts";
import { recipeOf } from "../recipes/book.ts";
import { checkMatrix } from "./check-matrix.ts";
import { ableWorkers, estimateRuns } from "./estimate.ts";
import { deviceIssues, launchDevices } from "./launch-devices.ts";
import { mergeLints } from "./why-words.ts";
import { requireRecipe } from "./require-recipe.ts";

const isProblems = ({ kind }: RecipeManifest["fields"][number]): boolean => kind === "problems";

/** The fields a stage changes away from its preset. The smoke size gives way to the preset: that is what is looked at. */
function editsOf(manifest: RecipeManifest, template: StageTemplate, options: PlanPipelineOptions): Params {
  const preset = manifest.presets.find((p) => p.id === template.preset)?.params ?? {};
  const smoke = options.smoke
    ? Object.fromEntries(
        manifest.fields
          .filter((f) => manifest.smoke[f.name] !== f.default && preset[f.name] === undefined)
          .map((f) => [f.name, manifest.smoke[f.name]]),
      )
    : {};
  const problems = manifest.fields.find(isProblems);
  const where =
    problems && options.problems !== problems.default ? { [problems.name]: options.problems } : {};
  return { ...smoke, ...where, ...template.edits };
}

/** On a named benchmark a chain makes none: the stages that would take the set that it makes are on that one. */
function stagesOn({ stages }: PipelineTemplate, { problems }: PlanPipelineOptions): StageTemplate[] {
  if (problems === "generated") return stages;
  const makers = new Set(stages.flatMap(({ takes }) => takes[PROBLEM_SET] ?? []));
  return stages
    .filter(({ key }) => !makers.has(key))
    .map(({ takes: { [PROBLEM_SET]: _made, ...takes }, ...rest }) => ({ ...rest, takes }));
}

/** Whether all recipes of a chain are here: those of scripts come and go with their workers. */
const isOffered = ({ db }: ServiceContext, { stages }: PipelineTemplate): boolean =>
  stages.every(({ recipe }) => recipeOf(db, { recipe }) !== undefined);

/** A chain as stages to launch, everything wrong with it, and what it will cost. Throws for a chain nobody wrote. */
export function planPipeline(ctx: ServiceContext, rawInput: PlanPipelineInput): PipelinePlan {
  const options = PlanPipelineInput.parse(rawInput);
  const chain = PIPELINES.find((c) => c.id === options.chain);
  if (!chain)
    throw new ServiceError(
      "not_found",
      `There is no pipeline "${options.chain}". There is: ${PIPELINES.map((c) => c.id).join(", ")}.`,
      { field: "chain" },
    );
  const seeds = [...new Set(options.seeds ?? chain.seeds)];
  const stages = stagesOn(chain, options).map((template) => {
    const manifest = requireRecipe(ctx, template.recipe);
    const edits = editsOf(manifest, template, options);
    const own = template.seeds === "all" ? seeds : seeds.slice(0, 1);
    const launch: PipelineStage = {
      key: template.key,
      recipe: template.recipe,
      matrix: { presets: [template.preset], edits, factors: [], seeds: own },
      inputs: Object.fromEntries(Object.entries(template.takes).map(([slot, stage]) => [slot, { stage }])),
      ...(template.beside !== undefined && { beside: template.beside }),
    };
    const given = template.takes;
    const { variants, issues } = checkMatrix(manifest, launch.matrix, given);
    const lints = issues.length > 0 ? [] : mergeLints(manifest, variants, given);
    return { template, manifest, edits, seeds: own, launch, issues, lints };
  });
  const issues = stages.flatMap(({ template, issues: own }) =>
    own.map((issue) => ({ ...issue, variant: template.key })),
  );
  const choosesProblems = stages.some(({ manifest }) => manifest.fields.some(isProblems));
  const wrong = (message: string) => issues.push({ field: "problems", message, variant: "problems" });
  if (options.problems !== "generated" && !choosesProblems)
    wrong(`No stage of this pipeline plays the problems of a benchmark. Leave "${options.problems}" out.`);
  else if (options.problems !== "generated" && !selectBenchmarkByName(ctx.db, options.problems))
    wrong(`There is no benchmark "${options.problems}".`);
  const manifests = stages.map(({ manifest }) => manifest);
  issues.push(...deviceIssues(manifests, options.device).map((issue) => ({ ...issue, variant: "device" })));
  const planned = stages.map(({ manifest, template, edits, seeds: own }) => ({
    manifest,
    params: { ...presetParams(manifest, template.preset), ...edits },
    runs: own.length,
  }));
  const able = ableWorkers(ctx, planned, options.on);
  return {
    id: chain.id,
    chains: PIPELINES.filter((one) => one === chain || isOffered(ctx, one)).map(
      ({ id, title, stages: own }) => ({
        id,
        title,
        recipes: [...new Set(own.map(({ recipe }) => recipe))],
      }),
    ),
    title: chain.title,
    summary: chain.summary,
    baseline: chain.baseline,
    primary: chain.primary ?? null,
    choosesProblems,
    seeds,
    stages: stages.map(({ template, manifest, edits, seeds: own }) => ({
      key: template.key,
      recipe: template.recipe,
      recipeTitle: manifest.title,
      preset: template.preset,
      reason: template.reason,
      takes: template.takes,
      seeds: own,
      edits: Object.entries(edits).map(([name, value]) => `${name} ${writeSet(value)}`),
    })),
    launch: stages.map(({ launch }) => launch),
    runs: stages.reduce((n, s) => n + s.seeds.length, 0),
    issues,
    lints: stages.flatMap(({ template, lints }) => lints.map((lint) => ({ ...lint, stage: template.key }))),
    estimate: estimateRuns(ctx, planned, able, options.device),
    devices: launchDevices(ctx, planned, able, options.device),
    engines: connectedEngines(ctx, manifests),
  };
}
