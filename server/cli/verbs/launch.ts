import { randomUUID } from "node:crypto";
import { z } from "zod";
import { parseSeeds } from "../../contracts/matrix.ts";
import { readParam } from "../../../workers/protocol/manifest.ts";
import { RUN_STATES } from "../../contracts/run-lifecycle.ts";
import { ask } from "../client.ts";
import { CliError, EXIT, usageError } from "../cli-error.ts";
import { plain, printJson, say } from "../print.ts";
import { list, talking, text, type Verb, type VerbInput } from "../verb.ts";
import { waitForRuns } from "../wait-for-runs.ts";
import type { RecipeDescription } from "../../contracts/plan.ts";
import type { Matrix } from "../../contracts/launch.ts";

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

function seedsOf(input: VerbInput): number[] {
  const told = text(input.options.seeds) ?? "0";
  const seeds = parseSeeds(told);
  if (seeds === null)
    throw usageError(`--seeds takes whole numbers such as 0-2 or 0,3,7, not "${told.slice(0, 80)}".`);
  return seeds;
}

export const verb: Verb = {
  name: "launch",
  words: "RECIPE",
  wordCount: [1, 1],
  summary: "launch a run, or a matrix of presets x values x seeds",
  details: "--set may name several values (--set group_size=4,8): the matrix then holds each of them.",
  options: talking({
    preset: {
      type: "string",
      multiple: true,
      value: "P",
      help: "preset; the first is the baseline; default: the recipe's",
    },
    seeds: { type: "string", value: "LIST", help: "seeds, for instance 0-2; default 0" },
    set: { type: "string", multiple: true, value: "KEY=VALUE", help: "a parameter, or several values of it" },
    benchmark: { type: "string", value: "N", help: "registered benchmark to train and evaluate on" },
    experiment: { type: "string", value: "E", help: "existing experiment to add to (id or title)" },
    title: { type: "string", value: "TEXT", help: "title of the new experiment" },
    wait: { type: "boolean", help: "wait until every run has ended; exit 1 if one did not finish" },
  }),
  answer: z.object({
    experimentId: z.string(),
    sweepId: z.string(),
    repeated: z.boolean(),
    runs: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        label: z.string(),
        seed: z.number(),
        state: z.enum(RUN_STATES).optional(),
      }),
    ),
  }),
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
      };
      const experiment =
        told === undefined
          ? { title: text(input.options.title) ?? `${recipe.title}: ${matrix.presets.join(", ")}` }
          : { id: (await api.experiments.find.query({ text: told })).id };
      return api.runs.launch.mutate({ launchKey: randomUUID(), recipe: slug, matrix, experiment });
    });
    if (!input.options.json) {
      for (const run of launched.runs) say(`${run.id}  ${plain(run.name)}`);
      say(
        `${launched.runs.length} ${launched.runs.length === 1 ? "run" : "runs"} in experiment ${launched.experimentId}.`,
      );
    }
    if (!input.options.wait) {
      if (input.options.json) printJson(launched);
      return EXIT.done;
    }
    const states = await ask(input, (api) =>
      waitForRuns(
        api,
        launched.experimentId,
        launched.runs.map((r) => r.id),
        () => {},
      ),
    );
    const runs = launched.runs.map((run) => ({ ...run, state: states.get(run.id) }));
    const bad = runs.filter((run) => run.state !== "finished");
    if (input.options.json) printJson({ ...launched, runs });
    else if (bad.length === 0) say("All finished.");
    if (bad.length > 0)
      throw new CliError(
        `${bad.length} of ${runs.length} runs did not finish: ${bad.map((r) => `${r.name} ${r.state}`).join(", ")}.`,
      );
    return EXIT.done;
  },
};
