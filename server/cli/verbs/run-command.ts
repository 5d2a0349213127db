import { spawn } from "node:child_process";
import { join } from "node:path";
import { findIngestServer } from "../client.ts";
import { EXIT } from "../exit.ts";
import { list, text, type Verb } from "../verb.ts";
import { WORKER_FLAGS } from "../keep-worker.ts";

const MAIN = join(import.meta.dirname, "..", "..", "..", "workers", "command", "main.ts");

export const verb: Verb = {
  name: "run --",
  words: "COMMAND",
  wordCount: [1, 10_000],
  summary: "run any command and send its log and exit code",
  details:
    "The command finds the server in ABLAB_URL and ABLAB_INGEST_TOKEN_FILE. What its wandb or trackio logs goes into the same run, unless it sends elsewhere. Ctrl-C is passed on, a second one ends it harder. A lost server never hurts it: what was not sent goes with the next command.",
  examples: [["npx ablab run -- python train.py", "any command: its log and how it ended"]],
  options: {
    server: {
      type: "string",
      value: "URL",
      help: "server to send to; default: ABLAB_URL, else the one of this machine's data directory",
    },
    "token-file": {
      type: "string",
      value: "FILE",
      help: "file with an ingest token; default: ABLAB_INGEST_TOKEN_FILE",
    },
    experiment: { type: "string", value: "E", help: "where the run belongs; default: the script's name" },
    name: { type: "string", value: "NAME", help: "name people see" },
    group: { type: "string", value: "GROUP", help: "runs that belong together" },
    tag: { type: "string", multiple: true, value: "TAG", help: "a tag" },
    "no-loggers": {
      type: "boolean",
      help: "do not lead wandb, trackio and MLflow of the command into its run",
    },
    id: { type: "string", value: "KEY", help: "go on with the run of this key; default: a new run" },
  },
  answer: null,
  async run({ options, words }) {
    const args = [`--server=${findIngestServer({ options })}`];
    const told = ["token-file", "experiment", "name", "group", "id"].flatMap((name) => {
      const value = text(options[name]);
      return value === undefined ? [] : [`--${name}=${value}`];
    });
    args.push(...told);
    args.push(...list(options.tag).map((tag) => `--tag=${tag}`));
    if (options["no-loggers"] === true) args.push("--no-loggers");
    const child = spawn(process.execPath, [...WORKER_FLAGS, MAIN, ...args, "--", ...words], {
      stdio: "inherit",
    });
    // A terminal sends Ctrl-C to both processes; the witness decides what it means.
    process.on("SIGINT", () => {});
    for (const name of ["SIGTERM", "SIGHUP"] as const) process.on(name, () => child.kill(name));
    return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? EXIT.failed)));
  },
};
