import { z } from "zod";
import { ask } from "../client.ts";
import { EXIT } from "../exit.ts";
import { printJson, say } from "../print.ts";
import { talking, type Verb } from "../verb.ts";

export const verb: Verb = {
  name: "login-link",
  words: "",
  wordCount: [0, 0],
  summary: "print a link that logs a browser in once, within ten minutes",
  details: "",
  examples: [["npx ablab login-link", "a fresh link, valid once and for ten minutes"]],
  options: talking({}),
  answer: z.object({ url: z.string() }),
  async run(input) {
    const link = await ask(input, (api) => api.bench.loginLink.mutate());
    if (input.options.json) printJson(link);
    else say(link.url);
    return EXIT.done;
  },
};
