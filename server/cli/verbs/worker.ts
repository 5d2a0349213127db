import { spawn } from "node:child_process";
import { join } from "node:path";
import { EXIT, findServer, usageError } from "../client.ts";
import { homeDir } from "../home-dir.ts";
import { list, text, type Verb } from "../verb.ts";
import { RECIPES_OPTION, recipeArgs, WORKER_FLAGS } from "../keep-worker.ts";

const MAIN = join(import.meta.dirname, "..", "..", "..", "workers", "bridge", "main.ts");

export const verb: Verb = {
  name: "worker",
  words: "",
  wordCount: [0, 0],
  summary: "run a worker here that takes runs from a server",
  details:
    "A worker only calls out. Copy $ABLAB_HOME/tokens/worker of the server to this machine and name it with --token-file.",
  options: {
    server: {
      type: "string",
      value: "URL",
      help: "server to work for; default: the one of this machine's data directory",
    },
    "token-file": { type: "string", value: "FILE", help: "file with the worker token of that server" },
    name: { type: "string", value: "NAME", help: "name people see; default: the host name" },
    slots: { type: "string", value: "N", help: "trainings at once; default: CPUs" },
    "gpu-share": {
      type: "string",
      value: "N",
      help: "runs that may stand on one GPU at once; default: 1, a GPU belongs to its run",
    },
    "sample-seconds": { type: "string", value: "S", help: "how often the machine is looked at; default: 2" },
    recipes: RECIPES_OPTION,
  },
  answer: null,
  async run(input) {
    const tokenFile = text(input.options["token-file"]) ?? join(homeDir(), "tokens", "worker");
    if (input.options.server !== undefined && input.options["token-file"] === undefined) {
      throw usageError("--server needs --token-file with the worker token of that server.");
    }
    const url = text(input.options.server) ?? findServer({ options: {} }).url;
    const args = ["--server", url, "--token-file", tokenFile, "--home", homeDir()];
    for (const name of ["name", "slots", "gpu-share", "sample-seconds"]) {
      const value = text(input.options[name]);
      if (value !== undefined) args.push(`--${name}`, value);
    }
    args.push(...recipeArgs(list(input.options.recipes)));
    const child = spawn(process.execPath, [...WORKER_FLAGS, MAIN, ...args], { stdio: "inherit" });
    process.on("SIGINT", () => {});
    process.on("SIGTERM", () => child.kill("SIGTERM"));
    return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? EXIT.failed)));
  },
};
