import { z } from "zod";
import { RUN_STATES } from "../../contracts/run-lifecycle.ts";
import { ask } from "../client.ts";
import { EXIT } from "../cli-error.ts";
import { plain, printJson, say } from "../print.ts";
import { talking, type Verb } from "../verb.ts";

export const verb: Verb = {
  name: "stop",
  words: "RUN",
  wordCount: [1, 1],
  summary: "stop a run: out of the queue at once, or SIGINT, SIGTERM, SIGKILL",
  details: "RUN is an id, the start of one, or a name. Points that were made stay.",
  options: talking({}),
  answer: z.object({ state: z.enum(RUN_STATES), sentence: z.string() }),
  async run(input) {
    const answer = await ask(input, async (api) =>
      api.runs.stop.mutate(await api.runs.find.query({ text: input.words[0] })),
    );
    if (input.options.json) printJson(answer);
    else say(plain(answer.sentence));
    return EXIT.done;
  },
};
