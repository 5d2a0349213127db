import { ContinueAnswer } from "../../contracts/attempts/continuing.ts";
import { ask } from "../client.ts";
import { EXIT } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { plain, printJson, say } from "../print.ts";
import { talking, text, type Verb } from "../verb.ts";

export const verb: Verb = {
  name: "resume",
  words: "RUN",
  wordCount: [1, 1],
  summary: "go on with a run that was stopped or failed, from its last checkpoint, as a new attempt of it",
  details:
    "RUN is an id, the start of one, or a name. The attempt runs on the worker that has the checkpoint. Points that were made stay; what is made anew takes their place in the curves.",
  examples: [
    ["npx ablab resume baseline-s0", "from its last checkpoint, as another attempt of the same run"],
  ],
  options: talking({
    checkpoint: {
      type: "string",
      value: "PATH",
      help: "another checkpoint than the last one, as `run` lists it",
    },
  }),
  answer: ContinueAnswer,
  async run(input) {
    const checkpoint = text(input.options.checkpoint);
    const answer = await ask(input, async (api) =>
      api.runs.continue.mutate({
        id: await findRun(api, input.words[0], "continue"),
        kind: "resume",
        ...(checkpoint !== undefined && { checkpoint }),
      }),
    );
    if (input.options.json) printJson(answer);
    else say(plain(answer.message));
    return EXIT.done;
  },
};
