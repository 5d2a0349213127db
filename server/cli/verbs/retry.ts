import { ContinueAnswer } from "../../contracts/attempts/continuing.ts";
import { ask } from "../client.ts";
import { EXIT } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { plain, printJson, say } from "../print.ts";
import { talking, type Verb } from "../verb.ts";

export const verb: Verb = {
  name: "retry",
  words: "RUN",
  wordCount: [1, 1],
  summary: "try a run again as a new attempt of it: from its last checkpoint, else from the start",
  details: "RUN is an id, the start of one, or a name. To launch the same thing as another run, use launch.",
  examples: [
    ["npx ablab retry baseline-s0", "after a failure: from the last checkpoint, else from the start"],
    ["npx ablab retry baseline-s0 --from-start", "from the start"],
  ],
  options: talking({
    "from-start": { type: "boolean", help: "begin anew, whatever checkpoints there are" },
  }),
  answer: ContinueAnswer,
  async run(input) {
    const answer = await ask(input, async (api) =>
      api.runs.continue.mutate({
        id: await findRun(api, input.words[0], "continue"),
        kind: "retry",
        fromStart: input.options["from-start"] === true,
      }),
    );
    if (input.options.json) printJson(answer);
    else say(plain(answer.message));
    return EXIT.done;
  },
};
