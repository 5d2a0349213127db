import { spawn } from "node:child_process";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { WorkerPage } from "../../contracts/machine/worker-page.ts";
import { DrainAnswer } from "../../contracts/worker.ts";
import { countOf, listAnd, plural } from "../../wording/counts.ts";
import { NOT_MEASURED } from "../../wording/typography.ts";
import { writeBytes, writeShare } from "../../wording/quantities.ts";
import { ask, findServer } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { plain, printJson, say, sayAside, textTable } from "../print.ts";
import { homeDir } from "../home-dir.ts";
import { list, text, type Verb, type VerbInput } from "../verb.ts";
import { freeWorkerHome, PYTHON_OPTION, RECIPES_OPTION, recipeArgs, WORKER_FLAGS } from "../keep-worker.ts";

const MAIN = join(import.meta.dirname, "..", "..", "..", "workers", "bridge", "main.ts");

/** Each worker with its machine, the lines of the last hour as on its page; of `drain` what holds now. */
const Answered = z.union([z.array(WorkerPage), DrainAnswer]);

const MIB = 1024 * 1024;

function holderOf({ holders, keeper, use, beside }: WorkerPage["gpus"][number]): string {
  const ours = holders
    .map(({ name, ended }) => (ended ? `${name} (ended, memory not free yet)` : name))
    .join(", ");
  if (ours !== "") return beside === null ? ours : `${ours}; beside it ${beside}`;
  return use === "free" ? "free" : (keeper ?? "");
}

function printWorker({ worker, message, gpus, findings }: WorkerPage): void {
  const state = worker.online ? message : "no heartbeat; last reported:";
  say(plain(`${worker.name} on ${worker.host}: ${state}`));
  for (const { claim, evidence } of findings) say(plain(`${claim} ${evidence}`));
  if (gpus.length === 0) return;
  const rows = gpus.map((gpu) =>
    [
      String(gpu.index),
      gpu.name,
      gpu.mig ? "MIG" : writeShare(gpu.busyShare, 1),
      gpu.memoryUsedMiB === null ? NOT_MEASURED : writeBytes(gpu.memoryUsedMiB * MIB),
      holderOf(gpu),
    ].map(plain),
  );
  say(textTable([">GPU", "name", ">busy", ">memory", "held by"], rows));
}

async function listThem(input: VerbInput): Promise<number> {
  const pages = await ask(input, async (api) => {
    const workers = await api.workers.list.query();
    return Promise.all(workers.map(({ id }) => api.workers.page.query({ id, hours: 1 })));
  });
  if (input.options.json) printJson(pages);
  else if (pages.length === 0) say("No worker has called yet. Start one with: npx ablab worker");
  else for (const page of pages) printWorker(page);
  return EXIT.done;
}

async function drain(input: VerbInput, name: string, draining: boolean): Promise<number> {
  const answer = await ask(input, async (api) => {
    const workers = await api.workers.list.query();
    const found = workers.filter((one) => one.name === name || one.id === name);
    if (found.length === 1) return api.workers.drain.mutate({ id: found[0].id, draining });
    throw usageError(
      found.length === 0
        ? `There is no worker "${name.slice(0, 80)}". There ${plural(workers.length, "is", "are")}: ${listAnd(workers.map((one) => one.name)) || "none"}.`
        : `${name} is the name of ${countOf(found.length, "worker")}; name it by its id: ${listAnd(found.map(({ id }) => id))}.`,
    );
  });
  if (input.options.json) printJson(answer);
  else say(plain(answer.message));
  return EXIT.done;
}

export const verb: Verb = {
  name: "worker",
  words: "[list | drain NAME | undrain NAME]",
  wordCount: [0, 2],
  summary:
    "run a worker here that takes runs from a server, list workers with who holds their GPUs, or drain one",
  details:
    "A worker only calls out. Copy $ABLAB_HOME/tokens/worker of the server to this machine and name it with --token-file.",
  examples: [
    ["npx ablab worker", "a worker without a server"],
    ["npx ablab worker --recipes scripts", "offer the scripts in a folder as recipes"],
    ["npx ablab worker --executor slurm", "on the login node of a cluster: runs become its jobs"],
    ["npx ablab worker list", "workers, their GPUs, and who holds each"],
    ["npx ablab worker drain NAME", "no new runs for it; undrain undoes it"],
  ],
  options: {
    server: {
      type: "string",
      value: "URL",
      help: "server to work for; default: the one of this machine's data directory",
    },
    "token-file": { type: "string", value: "FILE", help: "file with the worker token of that server" },
    home: {
      type: "string",
      value: "DIR",
      help: "directory of this worker alone; default: the data directory, or one below it where a worker holds that",
    },
    name: { type: "string", value: "NAME", help: "name people see; default: the host name" },
    slots: { type: "string", value: "N", help: "trainings at once; default: CPUs, and 64 with Slurm" },
    "gpu-share": {
      type: "string",
      value: "N",
      help: "runs that may stand on one GPU at once; default: 1, a GPU belongs to its run",
    },
    "sample-seconds": { type: "string", value: "S", help: "how often the machine is looked at; default: 2" },
    executor: {
      type: "string",
      value: "KIND",
      help: "what runs the trainings: local, or slurm on the login node of a cluster; default: local",
    },
    "ask-seconds": {
      type: "string",
      value: "S",
      help: "how often Slurm is asked about all jobs at once; default: 15",
    },
    recipes: RECIPES_OPTION,
    python: PYTHON_OPTION,
    json: { type: "boolean", help: "of list and drain: print one JSON document (schema: docs/json)" },
  },
  answer: Answered,
  async run(input) {
    if (input.words.length > 0) {
      const [what, name] = input.words;
      if (what === "list" && name === undefined) return listThem(input);
      if ((what === "drain" || what === "undrain") && name !== undefined)
        return drain(input, name, what === "drain");
      throw usageError("Usage: npx ablab worker, npx ablab worker list, or npx ablab worker drain NAME.");
    }
    const tokenFile = text(input.options["token-file"]) ?? join(homeDir(), "tokens", "worker");
    if (input.options.server !== undefined && input.options["token-file"] === undefined) {
      throw usageError("--server needs --token-file with the worker token of that server.");
    }
    const url = text(input.options.server) ?? findServer({ options: {} }).url;
    const named = text(input.options.home);
    const { dir, n } = named === undefined ? freeWorkerHome(homeDir()) : { dir: resolve(named), n: 1 };
    const name = text(input.options.name) ?? (n > 1 ? `${hostname()}-${n}` : undefined);
    if (n > 1)
      sayAside(
        plain(`A worker runs in ${homeDir()} already. This one is ${name} beside it and works in ${dir}.`),
      );
    const args = ["--server", url, "--token-file", tokenFile, "--home", dir];
    if (name !== undefined) args.push("--name", name);
    for (const name of ["slots", "python", "gpu-share", "sample-seconds", "executor", "ask-seconds"]) {
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
