import { connect } from "../client.ts";
import { EXIT } from "../exit.ts";
import { say } from "../print.ts";
import { countOf } from "../../wording/counts.ts";
import { runDemo } from "../run-demo.ts";
import { bootOptions, bootServer, serveUntilAsked } from "../serve-here.ts";
import type { Verb } from "../verb.ts";

export const verb: Verb = {
  name: "demo",
  words: "",
  wordCount: [0, 0],
  summary:
    "start, and train an ablation and an SFT, DGRO and process reward pipeline on the CPU within four minutes",
  details:
    "It goes on serving until Ctrl-C; with --exit it ends after the second table and leaves no training behind.",
  examples: [["npx ablab demo", "what npm run demo does"]],
  options: {
    ...bootOptions,
    exit: { type: "boolean", help: "end after the second table" },
    reference: { type: "boolean", help: "bring the reported tables of two public projects in" },
  },
  answer: null,
  async run(input) {
    const server = await bootServer(input);
    const ends = input.options.exit === true;
    if (ends) say(`Data: ${server.homeDir}`);
    else {
      say(`Ablab serves at ${server.url}  (data: ${server.homeDir})`);
      say(`Log in once:   ${server.createLoginLink()}`);
    }
    const api = connect({ url: server.url, token: server.operatorToken });
    if (input.options.reference === true) {
      const tables = await api.reported.addReference.mutate({});
      say(`${countOf(tables.length, "reported table")} to look at under Reports.`);
    }
    const ok = await serveUntilAsked(server, runDemo(api, ends ? null : server.url));
    if (ends) {
      await server.close();
      say("\nStopped. npm start serves these pages again.");
      process.exit(ok ? EXIT.done : EXIT.failed);
    }
    say("It keeps serving. Ctrl-C ends it; everything is kept.");
    await serveUntilAsked(server);
    return EXIT.done;
  },
};
