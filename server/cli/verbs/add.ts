import { randomUUID } from "node:crypto";
import { z } from "zod";
import { JoinOffer } from "../../contracts/launch/joining.ts";
import { parseSeeds } from "../../contracts/launch/seeds.ts";
import { ask } from "../client.ts";
import { CliError, EXIT, usageError } from "../exit.ts";
import { LIMIT_OPTIONS, limitsOf } from "../limits.ts";
import { plain, printJson, say } from "../print.ts";
import { LaunchAnswer, reportLaunch, sayPlan } from "../report-launch.ts";
import { countOf } from "../../wording/counts.ts";
import { talking, text, type Verb } from "../verb.ts";

/** What could be added, where nothing was asked for. */
const Offers = z.object({
  experimentId: z.string(),
  recipe: z.string(),
  offers: z.array(JoinOffer),
  caution: z.string().nullable(),
});

export const verb: Verb = {
  name: "add",
  words: "EXPERIMENT",
  wordCount: [1, 1],
  summary: "add to an experiment by its own matrix: what is missing of it, or more seeds",
  details:
    "Without --missing and --seeds it says what could be added. A cell that is relaunched joins its experiment: the table counts its seed once. What has finished, or may still finish, is not launched again.",
  examples: [
    ['npx ablab add "Does G matter?" --missing', "relaunch what is missing"],
    ['npx ablab add "Does G matter?" --seeds 5-7', "more seeds"],
  ],
  options: talking({
    missing: { type: "boolean", help: "launch what ended without finishing or was never launched" },
    seeds: { type: "string", value: "LIST", help: "seeds, for instance 3-5, of every configuration" },
    ...LIMIT_OPTIONS,
    wait: { type: "boolean", help: "wait until every run has ended; exit 1 if one did not finish" },
  }),
  answer: z.union([LaunchAnswer, Offers]),
  async run(input) {
    const told = text(input.options.seeds);
    const isMissing = input.options.missing === true;
    if (told !== undefined && isMissing)
      throw usageError("--missing names its seeds itself; take --seeds away.");
    const typed = told === undefined ? null : parseSeeds(told);
    if (told !== undefined && typed === null)
      throw usageError(`--seeds takes whole numbers such as 3-5 or 3,7, not "${told.slice(0, 80)}".`);
    const answer = await ask(input, async (api) => {
      const { id } = await api.experiments.find.query({ text: input.words[0] });
      const own = await api.experiments.matrix.query({ id });
      if (!own)
        throw new CliError(
          "No matrix says what this experiment was launched with: its runs came from outside, or each took from another. Use launch --experiment.",
        );
      const { recipe, matrix, inputs, offers, caution } = own;
      if (typed === null && !isMissing)
        return { said: { experimentId: id, recipe, offers, caution }, launched: null };
      const lacking = offers.find((offer) => offer.lacking);
      if (isMissing && !lacking) throw new CliError("Nothing is missing in this experiment.");
      const seeds = typed ?? parseSeeds(lacking?.seeds ?? "") ?? [];
      const planned = { recipe, matrix: { ...matrix, seeds }, inputs };
      await sayPlan(api, input, { ...planned, experiment: id }, false);
      const launched = await api.runs.launch.mutate({
        launchKey: randomUUID(),
        ...planned,
        experiment: { id },
        missing: true,
        limits: limitsOf(input),
      });
      return { said: null, launched };
    });
    if (answer.launched) return reportLaunch(input, answer.launched);
    if (input.options.json) printJson(answer.said);
    else {
      for (const { words, seeds, runs, cost } of answer.said.offers)
        say(plain([`${words}: seeds ${seeds}, ${countOf(runs, "run")}`, cost ?? []].flat().join("; ")));
      if (answer.said.caution) say(plain(answer.said.caution));
    }
    return EXIT.done;
  },
};
