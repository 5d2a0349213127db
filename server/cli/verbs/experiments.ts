import { z } from "zod";
import { ExperimentAnswer, ExperimentSummary } from "../../contracts/experiment.ts";
import { shortId } from "../../contracts/ids.ts";
import { ask } from "../client.ts";
import { EXIT } from "../exit.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, type Verb } from "../verb.ts";
import { countOf, writeCount } from "../../wording/counts.ts";
import { writeDifference, writeInterval } from "../../wording/quantities.ts";
import { withoutInterval, writeSeeds } from "../../wording/seeds.ts";
import { NOT_MEASURED } from "../../wording/typography.ts";

const Listed = ExperimentSummary.extend({ answer: ExperimentAnswer });
type Listed = z.infer<typeof Listed>;

function bestWords({ metric, best }: ExperimentAnswer): string {
  if (!metric || !best) return NOT_MEASURED;
  const { unit, title } = metric;
  const { config, value, low, high, n } = best;
  const interval =
    low === null || high === null
      ? withoutInterval(n)
      : `${writeInterval(low, high, { unit, difference: true })}, ${writeSeeds(n)}`;
  return `${title}: ${config} ${writeDifference({ value, unit })} ${interval}`;
}

function line({ id, title, cells, runs, recipes, answer }: Listed): string[] {
  const flags = answer.flags.map(({ severity, rules }) => countOf(rules.length, severity));
  return [
    shortId(id),
    title,
    writeCount(cells),
    writeCount(runs),
    recipes.join(", "),
    bestWords(answer),
    answer.words,
    flags.join(", "),
  ].map(plain);
}

export const verb: Verb = {
  name: "experiments",
  words: "",
  wordCount: [0, 0],
  summary: "list experiments with their best difference to the baseline, newest first",
  details: "",
  examples: [["npx ablab experiments", "each with its best difference to the baseline"]],
  options: talking({ archived: { type: "boolean", help: "those in the archive instead" } }),
  answer: z.array(Listed),
  async run(input) {
    const archived = input.options.archived === true;
    const found = await ask(input, async (api) => {
      const list = (await api.experiments.list.query()).filter(({ kept }) => kept.archived === archived);
      let known = await api.experiments.answers.query({ archived });
      while (known.unread > 0) known = await api.experiments.answers.query({ archived });
      return list.flatMap((one): Listed[] => {
        const answer = known.answers[one.id];
        return answer ? [{ ...one, answer }] : [];
      });
    });
    if (input.options.json) printJson(found);
    else if (found.length === 0) say("No experiments.");
    else
      say(
        textTable(
          ["id", "experiment", ">cells", ">runs", "recipes", "best difference", "says", "checks"],
          found.map(line),
        ),
      );
    return EXIT.done;
  },
};
