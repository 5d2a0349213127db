import { metricInfo } from "../../contracts/metrics.ts";
import { PowerAnswer } from "../../contracts/launch/power.ts";
import { readTyped } from "../../wording/typed.ts";
import { readDifference } from "../../wording/power.ts";
import { type Api, ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { plain, printJson, say } from "../print.ts";
import { talking, text, type Verb, type VerbInput } from "../verb.ts";

function whole(input: VerbInput, name: string, usual: number): number {
  const told = text(input.options[name]);
  if (told === undefined) return usual;
  const value = readTyped(told);
  if (value === null || !Number.isInteger(value) || value < 1)
    throw usageError(`--${name} takes a whole number from 1 on, not "${told.slice(0, 40)}".`);
  return value;
}

/** The metric that a recipe's claims are for; of a recipe that the server does not know, which it says, none. */
const primaryOf = async (api: Api, recipe: string): Promise<string> =>
  (await api.bench.recipes.query()).find(({ slug }) => slug === recipe)?.primary ?? "";

/** A difference as it is printed: points of a share, else in the metric's unit. */
async function differenceOf(api: Api, input: VerbInput, recipe: string): Promise<number | null> {
  const told = text(input.options.difference);
  if (told === undefined) return null;
  const metric = text(input.options.metric) ?? (await primaryOf(api, recipe));
  const { difference, wrong } = readDifference(told, metricInfo(metric).unit);
  if (difference === null)
    throw usageError(
      `--difference takes a number above 0, such as 5 for 5 pp, not "${told.slice(0, 40)}".${wrong === null ? "" : ` ${wrong}`}`,
    );
  return difference;
}

export const verb: Verb = {
  name: "power",
  words: "RECIPE",
  wordCount: [1, 1],
  summary: "say what a design can show, and how many seeds a difference needs",
  details:
    "How much runs scatter is read off an earlier experiment's configurations of the recipe. A difference of a share is in points: --difference 5.",
  examples: [
    [
      "npx ablab power grpo --difference 5",
      "how many seeds and problems 5 pp need, by an earlier experiment",
    ],
  ],
  options: talking({
    difference: { type: "string", value: "D", help: "difference that is to be shown, in pp for shares" },
    seeds: { type: "string", value: "N", help: "seeds a configuration; default 3" },
    comparisons: {
      type: "string",
      value: "K",
      help: "configurations beside the baseline; default 4",
    },
    problems: {
      type: "string",
      value: "N",
      help: "problems of an evaluation; default: as in that experiment",
    },
    metric: { type: "string", value: "M", help: "metric; default: the recipe's primary one" },
    pilot: {
      type: "string",
      value: "E",
      help: "experiment that says how much runs scatter; default: the one with the most finished seeds",
    },
  }),
  answer: PowerAnswer,
  async run(input) {
    const [recipe] = input.words;
    const answer = await ask(input, async (api) => {
      const pilot = text(input.options.pilot);
      const problems = input.options.problems === undefined ? null : whole(input, "problems", 1);
      return api.experiments.power.query({
        recipe,
        metric: text(input.options.metric),
        comparisons: whole(input, "comparisons", 4),
        seeds: whole(input, "seeds", 3),
        problems,
        difference: await differenceOf(api, input, recipe),
        pilot: pilot === undefined ? null : (await api.experiments.find.query({ text: pilot })).id,
      });
    });
    if (input.options.json) printJson(answer);
    else for (const message of [`${answer.title}.`, ...answer.sentences]) say(plain(message));
    return EXIT.done;
  },
};
