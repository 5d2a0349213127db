import { randomUUID } from "node:crypto";
import { parseSeeds } from "../../contracts/launch/seeds.ts";
import { gpuRange } from "../../../workers/protocol/machine/gpu-count.ts";
import { readParam } from "../../../workers/protocol/manifest.ts";
import { ID_PREFIXES } from "../../contracts/id-prefixes.ts";
import { type Api, ask } from "../client.ts";
import { usageError } from "../exit.ts";
import { list, talking, text, type Verb, type VerbInput } from "../verb.ts";
import { MOST_LOOKS } from "../../contracts/launch/launch-limits.ts";
import { PROJECT_OPTION, projectOf } from "../current-project.ts";
import { deviceOf, LIMIT_OPTIONS, limitsOf } from "../limits.ts";
import { LaunchAnswer, reportLaunch, sayPlan } from "../report-launch.ts";
import type { RecipeDescription } from "../../contracts/launch/plan.ts";
import type { Matrix, SlotSources } from "../../contracts/launch/launch.ts";

/** `--set key=value` as an edit, `--set key=a,b` as a factor with levels a and b. */
function readSets(recipe: RecipeDescription, sets: string[]): Pick<Matrix, "edits" | "factors"> {
  const edits: Matrix["edits"] = {};
  const factors: Matrix["factors"] = [];
  for (const set of sets) {
    const eq = set.indexOf("=");
    if (eq < 1) throw usageError(`--set takes key=value, not "${set.slice(0, 80)}".`);
    const [name, value] = [set.slice(0, eq), set.slice(eq + 1)];
    const field = recipe.fields.find((f) => f.name === name);
    if (!field)
      throw usageError(
        `Recipe ${recipe.slug} has no parameter "${name.slice(0, 80)}". It has: ${recipe.fields.map((f) => f.name).join(", ")}.`,
      );
    const levels = value.split(",").map((level) => readParam(field, level));
    if (levels.length > 1) factors.push({ name, levels });
    else edits[name] = levels[0];
  }
  return { edits, factors };
}

/** `--from ID` for the recipe's first slot, `--input slot=ID` for any; ids of runs or evaluations, also shortened, and run names. */
async function readInputs(api: Api, recipe: RecipeDescription, input: VerbInput): Promise<SlotSources> {
  const told = list(input.options.input).map((pair): [string, string] => {
    const eq = pair.indexOf("=");
    if (eq < 1) throw usageError(`--input takes slot=RUN, not "${pair.slice(0, 80)}".`);
    return [pair.slice(0, eq), pair.slice(eq + 1)];
  });
  const from = text(input.options.from);
  if (from !== undefined) {
    if (recipe.inputs.length === 0) throw usageError(`Recipe ${recipe.slug} takes nothing from another run.`);
    told.unshift([recipe.inputs[0].slot, from]);
  }
  const sources: SlotSources = {};
  for (const [slot, id] of told) {
    const isEvaluation = id.startsWith(`${ID_PREFIXES.evaluation}_`);
    sources[slot] = isEvaluation ? { evaluation: id } : { run: (await api.runs.find.query({ text: id })).id };
  }
  return sources;
}

function seedsOf(input: VerbInput): number[] {
  const told = text(input.options.seeds) ?? "0";
  const seeds = parseSeeds(told);
  if (seeds === null)
    throw usageError(`--seeds takes whole numbers such as 0-2 or 0,3,7, not "${told.slice(0, 80)}".`);
  return seeds;
}

function looksOf(input: VerbInput): number | undefined {
  const told = text(input.options.looks);
  if (told === undefined) return undefined;
  const looks = Number(told);
  if (!Number.isInteger(looks) || looks < 1 || looks > MOST_LOOKS)
    throw usageError(`--looks takes a whole number from 1 to ${MOST_LOOKS}, not "${told.slice(0, 80)}".`);
  return looks;
}

export const verb: Verb = {
  name: "launch",
  words: "RECIPE",
  wordCount: [1, 1],
  summary: "launch a run, or a matrix of presets x values x seeds",
  details: "--set may name several values (--set group_size=4,8): the matrix then holds each of them.",
  examples: [
    [
      "npx ablab launch grpo --preset baseline --preset no_kl --seeds 0-2 --wait",
      "two configurations, three seeds each",
    ],
    [
      'npx ablab launch grpo --set group_size=4,8 --seeds 0-4 --title "Does G matter?"',
      "a factor with two values",
    ],
    ["npx ablab launch dgro --preset paper --from start-s0", "from the checkpoint of another run"],
    ["npx ablab launch grpo --time-limit 12h --retries 2", "a time limit and automatic retries"],
  ],
  options: talking({
    preset: {
      type: "string",
      multiple: true,
      value: "P",
      help: "preset; the first is the baseline; default: the recipe's",
    },
    from: {
      type: "string",
      value: "RUN",
      help: "run or evaluation to start from: fills the recipe's first input",
    },
    input: { type: "string", multiple: true, value: "SLOT=RUN", help: "the same for a named input" },
    seeds: { type: "string", value: "LIST", help: "seeds, for instance 0-2; default 0" },
    set: { type: "string", multiple: true, value: "KEY=VALUE", help: "a parameter, or several values of it" },
    benchmark: { type: "string", value: "N", help: "registered benchmark to train and evaluate on" },
    experiment: { type: "string", value: "E", help: "existing experiment to add to (id or title)" },
    title: { type: "string", value: "TEXT", help: "title of the new experiment" },
    ...PROJECT_OPTION,
    primary: {
      type: "string",
      value: "METRIC",
      help: "metric that the claims of a new experiment are for; default: the recipe's",
    },
    "shared-starts": {
      type: "boolean",
      help: "the runs of a seed share a start of their own: pair by seed (new experiments)",
    },
    looks: {
      type: "string",
      value: "N",
      help: `looks at a new experiment with seeds added in between, 1 to ${MOST_LOOKS}: they share the level of its claims`,
    },
    twin: {
      type: "boolean",
      help: "add an A/A control of the first configuration: its start moved by a millionth, to see what chance does",
    },
    ...LIMIT_OPTIONS,
    wait: { type: "boolean", help: "wait until every run has ended; exit 1 if one did not finish" },
  }),
  answer: LaunchAnswer,
  async run(input) {
    const slug = input.words[0];
    const seeds = seedsOf(input);
    const launched = await ask(input, async (api) => {
      const recipes = await api.bench.recipes.query();
      const recipe = recipes.find((r) => r.slug === slug);
      if (!recipe)
        throw usageError(
          `There is no recipe "${slug.slice(0, 80)}". There is: ${recipes.map((r) => r.slug).join(", ")}.`,
        );
      const presets = list(input.options.preset);
      const { edits, factors } = readSets(recipe, list(input.options.set));
      const benchmark = text(input.options.benchmark);
      const problems = recipe.fields.find((f) => f.kind === "problems");
      if (benchmark !== undefined) {
        if (!problems) throw usageError(`Recipe ${slug} takes no benchmark.`);
        edits[problems.name] = benchmark;
      }
      const told = text(input.options.experiment);
      const matrix: Matrix = {
        presets: presets.length > 0 ? presets : [recipe.baselinePreset],
        edits,
        factors,
        seeds,
        ...(input.options.twin === true && { twin: true }),
      };
      const experiment =
        told === undefined
          ? {
              title: text(input.options.title) ?? `${recipe.title}: ${matrix.presets.join(", ")}`,
              project: projectOf(input),
            }
          : { id: (await api.experiments.find.query({ text: told })).id };
      const inputs = await readInputs(api, recipe, input);
      const known = "id" in experiment ? experiment.id : undefined;
      const device = deviceOf(input);
      const planned = { recipe: slug, matrix, inputs, experiment: known, device };
      await sayPlan(api, input, planned, gpuRange(recipe).most > 0);
      return api.runs.launch.mutate({
        launchKey: randomUUID(),
        recipe: slug,
        matrix,
        inputs,
        experiment,
        primary: text(input.options.primary),
        sharedStarts: input.options["shared-starts"] === true,
        looks: looksOf(input),
        limits: limitsOf(input),
      });
    });
    return reportLaunch(input, launched);
  },
};
