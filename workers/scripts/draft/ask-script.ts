import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findRunProcesses, signalProcess } from "../../bridge/proc.mjs";
import { FolderProblem } from "../read-folder.ts";
import { passedOn } from "../script-command.ts";
import { pythonVariables } from "../python/python-of.ts";
import { fieldName } from "./draft-field.ts";
import { ScriptFacts } from "./read-script.ts";

const ASKER = join(import.meta.dirname, "ask_parser.py");
/** How long a script may take to come to its parser; imports of a trainer are most of it. */
const ASK_MS = 9000;
const ASK_BYTES = 4 * 1024 * 1024;
const END_ROUNDS = 20;
const ROUND_MS = 25;

/** What a script's own parser says it takes. */
export type AskedFacts = Pick<ScriptFacts, "style" | "arguments">;

/** Variables that keep a script from a card, a network and somebody's account while it is asked. */
const QUIET = {
  CUDA_VISIBLE_DEVICES: "",
  HF_HUB_OFFLINE: "1",
  WANDB_MODE: "disabled",
  TOKENIZERS_PARALLELISM: "false",
  PYTHONDONTWRITEBYTECODE: "1",
  COLUMNS: "200",
};

/** The interpreter of a script: one beside it, the one that is active, else the one on the PATH. */
export function interpreterOf(folder: string, env: NodeJS.ProcessEnv): string {
  const places = [join(folder, ".venv"), join(folder, "venv"), env.VIRTUAL_ENV, env.CONDA_PREFIX];
  const found = places.flatMap((place) => (place ? join(place, "bin", "python") : []));
  return found.find((path) => existsSync(path)) ?? "python3";
}

interface Ended {
  code: number | null;
  why: "" | "late" | "loud";
  last: string;
}

/** Runs the asker in a session of its own and ends all that it started, whatever that did to stay. */
async function runAsker(argv: string[], cwd: string, env: NodeJS.ProcessEnv, ms: number): Promise<Ended> {
  const tag = `ask_${process.pid}_${Date.now()}`;
  const child = spawn(argv[0], argv.slice(1), {
    cwd,
    env: {
      ...passedOn(env),
      ...pythonVariables(undefined),
      ...QUIET,
      ABLAB_RUN: tag,
    } as unknown as NodeJS.ProcessEnv,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [bytes, tail, why]: [number, string, Ended["why"]] = [0, "", ""];
  const kill = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  const end = (reason: Ended["why"]) => {
    why ||= reason;
    kill();
  };
  const timer = setTimeout(() => end("late"), ms);
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > ASK_BYTES) end("loud");
      else if (stream === child.stderr) tail = (tail + piece.toString("utf8")).slice(-4000);
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    // A child that stays may hold the pipes, and is ended below.
    child.on("exit", (status) => resolve(status));
  }).finally(() => clearTimeout(timer));
  kill();
  for (let round = 0; round < END_ROUNDS; round++) {
    const left = findRunProcesses(tag, child.pid);
    if (left.length === 0) break;
    for (const id of left) signalProcess(id, "SIGKILL");
    await wait(ROUND_MS);
  }
  child.stdout.destroy();
  child.stderr.destroy();
  const last = tail.trim().split("\n").at(-1) ?? "";
  return { code, why, last: last.slice(0, 300) };
}

function whyNot(name: string, python: string, { code, why, last }: Ended, ms: number): string {
  const taken = "It was ended, and nothing was taken from it.";
  if (why === "late")
    return `${name} did not come to its parser within ${ms / 1000} s: it trains before it reads its arguments, or waits for something. ${taken}`;
  if (why === "loud")
    return `${name} wrote more than ${ASK_BYTES / 2 ** 20} MiB without asking for its arguments. ${taken}`;
  if (code === 0) return `${name} asks no parser that is known here; what was read of it stands.`;
  return `${name} ended before it asked for its arguments, in ${python}: ${last || `exit code ${code}`}. Name its own interpreter with --python.`;
}

/**
 * Runs a script as far as its parser, and asks that what it takes: argparse and what is made of it, click, typer, tyro, fire, absl,
 * hydra. Whoever calls has a person's consent. `words`: the script, or "-m" and a module. Answers a sentence where nothing was learned.
 */
export async function askScript(
  folder: string,
  words: readonly string[],
  python: string,
  env: NodeJS.ProcessEnv,
  ms = ASK_MS,
): Promise<AskedFacts | { problem: string }> {
  const place = mkdtempSync(join(tmpdir(), "ablab-ask-"));
  const file = join(place, "answer.json");
  const name = words.at(-1) ?? "";
  try {
    const ended = await runAsker([python, ASKER, file, ...words], folder, env, ms);
    const answered = ScriptFacts.pick({ style: true, arguments: true }).safeParse(
      existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null,
    );
    if (!answered.success) return { problem: whyNot(name, python, ended, ms) };
    if (answered.data.arguments.length === 0)
      return { problem: `${name} has a parser (${answered.data.style || "unknown"}) without arguments.` };
    return answered.data;
  } catch (error) {
    throw new FolderProblem(`${python} cannot be started: ${(error as Error).message}.`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** What a parser says, with what was read where the parser is silent: help, and what a script logs. */
export function mergeAsked(read: ScriptFacts, asked: AskedFacts): ScriptFacts {
  const known = new Map(read.arguments.map((one) => [fieldName(one.name), one]));
  const merged = asked.arguments.map((one) => {
    const before = known.get(fieldName(one.name));
    return { ...one, help: one.help || before?.help || "", choices: one.choices ?? before?.choices ?? null };
  });
  return { ...read, style: asked.style, arguments: merged, foreign: [], hydra: null };
}
