import { MarkedLost } from "../../contracts/attempts/mark-lost.ts";
import { ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { plain, printJson, say } from "../print.ts";
import { talking, type Verb } from "../verb.ts";

export const verb: Verb = {
  name: "mark-lost",
  words: "RUN",
  wordCount: [1, 1],
  summary: "count an unreachable run as ended, since its node will not come back",
  details:
    "RUN is an id, the start of one, or a name. Without --yes it prints what is known and what would change, and changes nothing. A late report of the node is refused.",
  examples: [
    ["npx ablab mark-lost baseline-s0", "what it would mean"],
    ["npx ablab mark-lost baseline-s0 --yes", "end an unreachable run whose node will not come back"],
  ],
  options: talking({ yes: { type: "boolean", help: "do it; without this it is only asked" } }),
  answer: MarkedLost,
  async run(input) {
    const answer = await ask(input, async (api) => {
      const run = { id: await findRun(api, input.words[0], "stop") };
      if (input.options.yes === true) return api.runs.markLost.mutate(run);
      const { name, message } = await api.runs.death.query(run);
      throw usageError(plain(`${name}: ${message} Nothing was changed; to do it, add --yes.`));
    });
    if (input.options.json) printJson(answer);
    else say(plain(answer.message));
    return EXIT.done;
  },
};
