import { EXIT } from "../exit.ts";
import { say } from "../print.ts";
import { bootOptions, bootServer, serveUntilAsked } from "../serve-here.ts";
import type { Verb } from "../verb.ts";

export const verb: Verb = {
  name: "start",
  words: "",
  wordCount: [0, 0],
  summary: "start the server and a local worker, and print a login link",
  details:
    "Data lives in $ABLAB_HOME (default: ~/.local/share/ablab). Ctrl-C ends the server and the worker; trainings go on and are\nfound again at the next start.",
  examples: [["npx ablab start", "server and local worker; prints a login link"]],
  options: bootOptions,
  answer: null,
  async run(input) {
    const server = await bootServer(input);
    // To the launcher, which starts a server that ended on this port again, or ends what it left.
    process.send?.({ port: Number(new URL(server.url).port), worker: server.worker });
    say(`Ablab serves at ${server.url}  (data: ${server.homeDir})`);
    say(`Log in once:   ${server.createLoginLink()}`);
    say("Ctrl-C ends the server and its worker. Trainings go on and are found again at the next start.");
    await serveUntilAsked(server);
    return EXIT.done;
  },
};
