import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { arch, hostname, release, type } from "node:os";
import { basename } from "node:path";
import { promisify } from "node:util";
import { DIFF_CHARACTERS, type Surroundings } from "../protocol/surroundings.ts";
import type { Script } from "./read-folder.ts";
import { findProgram } from "./script-command.ts";
import { maskText } from "../protocol/secrets/mask.ts";

const run = promisify(execFile);
/** A program that does not answer delays the start of a run by so much at most, ms. */
const PATIENCE_MS = 4000;
const MOST_BYTES = 8 * 1024 * 1024;
const LONGEST_SECRET = 4096;
const MOST_CHANGED = 1000;
const MOST_PACKAGES = 2000;

async function output(
  program: string,
  args: string[],
  options: { cwd: string; env: Record<string, string> },
) {
  const limits = { timeout: PATIENCE_MS, maxBuffer: MOST_BYTES, killSignal: "SIGKILL" as const };
  const env = options.env as unknown as NodeJS.ProcessEnv;
  const { stdout } = await run(program, args, { ...limits, cwd: options.cwd, env, encoding: "utf8" });
  return stdout;
}

/** Nothing that a repository configures is started by looking at it. */
const QUIET = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "diff.external="];

/**
 * Variables that empty every filter, which git would start on a changed file: a filter is set up outside the files of the
 * script, so nobody agreed to it. An empty one leaves the file as it is.
 */
async function withoutFilters(folder: string, env: Record<string, string>): Promise<Record<string, string>> {
  const asked = [
    "config",
    "--null",
    "--name-only",
    "--get-regexp",
    "^filter\\..*\\.(clean|smudge|process|required)$",
  ];
  const names = await output("git", [...QUIET, ...asked], { cwd: folder, env }).catch(() => "");
  const keys = [...new Set(names.split("\0").filter(Boolean))];
  const set = keys.flatMap((key, i) => [
    [`GIT_CONFIG_KEY_${i}`, key],
    [`GIT_CONFIG_VALUE_${i}`, key.endsWith(".required") ? "false" : ""],
  ]);
  return { ...env, ...Object.fromEntries(set), GIT_CONFIG_COUNT: String(keys.length) };
}

async function readGit(folder: string, env: Record<string, string>): Promise<Surroundings["git"]> {
  const quiet = await withoutFilters(folder, env);
  const git = (...args: string[]) =>
    output("git", [...QUIET, ...args], {
      cwd: folder,
      env: { ...quiet, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
    });
  try {
    const [commit, branch, status, diff] = await Promise.all([
      git("rev-parse", "HEAD"),
      git("branch", "--show-current"),
      git("status", "--porcelain=v1", "-z", "--untracked-files=normal", "--", "."),
      git("diff", "HEAD", "--no-ext-diff", "--no-textconv", "--no-color", "--relative", "--", "."),
    ]);
    // What is cut off need not be read; the rest of a secret at the cut is behind it.
    const text = maskText(diff.slice(0, DIFF_CHARACTERS + LONGEST_SECRET));
    const changed = status.split("\0").filter((line) => /^.. ./.test(line));
    return {
      commit: commit.trim(),
      branch: branch.trim() || null,
      changed: changed.slice(0, MOST_CHANGED).map((line) => line.slice(3, 403)),
      diff: text.slice(0, DIFF_CHARACTERS),
      isCut: diff.length > DIFF_CHARACTERS,
    };
  } catch {
    return null;
  }
}

const PACKAGES = `
import json, sys
from importlib import metadata
found = {}
for one in metadata.distributions():
    name = (one.metadata["Name"] or "").lower().replace("_", "-")
    if name:
        found.setdefault(name, one.version or "")
print(json.dumps({"version": sys.version.split()[0], "packages": found}))
`;

type Interpreter = Pick<Surroundings, "interpreter" | "packages">;
/** What an interpreter said, for a minute: launches come by the dozen, and asking takes a second. */
const KEPT_MS = 60_000;
const asked = new Map<string, { at: number; said: Promise<Interpreter> }>();

async function askInterpreter(path: string, env: Record<string, string>): Promise<Interpreter> {
  const nothing = { interpreter: { path, version: null }, packages: {} };
  if (!/^python[\d.]*$/.test(basename(path))) return nothing;
  try {
    const said = JSON.parse(await output(path, ["-c", PACKAGES], { cwd: "/", env })) as {
      version: string;
      packages: Record<string, string>;
    };
    const packages = Object.entries(said.packages).slice(0, MOST_PACKAGES);
    return {
      interpreter: { path, version: said.version.slice(0, 400) },
      packages: Object.fromEntries(packages.map(([name, its]) => [name.slice(0, 200), its.slice(0, 100)])),
    };
  } catch {
    return nothing;
  }
}

function readInterpreter(program: string, folder: string, env: Record<string, string>): Promise<Interpreter> {
  const found = findProgram(program, folder, env.PATH ?? "");
  if (found === null) return Promise.resolve({ interpreter: null, packages: {} });
  const key = JSON.stringify([found, env.PYTHONPATH, env.VIRTUAL_ENV]);
  const now = performance.now();
  const known = asked.get(key);
  if (known && now - known.at < KEPT_MS) return known.said;
  const said = askInterpreter(found, env);
  asked.clear();
  asked.set(key, { at: now, said });
  return said;
}

async function readDriver(env: Record<string, string>): Promise<string | null> {
  try {
    const args = ["--query-gpu=driver_version", "--format=csv,noheader"];
    return (await output("nvidia-smi", args, { cwd: "/", env })).split("\n")[0].trim().slice(0, 400) || null;
  } catch {
    return null;
  }
}

/**
 * What a script is about to be started with: its files and code, the interpreter with its packages, the machine. `env` is what
 * the script itself gets, so that the same packages are found. Never throws: what cannot be read is null.
 */
export async function readSurroundings(
  script: Script,
  { program, env, hasGpu }: { program: string; env: Record<string, string>; hasGpu: boolean },
): Promise<Surroundings> {
  const { folder, files, hash } = script;
  const [git, interpreter, driver] = await Promise.all([
    readGit(folder, env),
    readInterpreter(program, folder, env),
    hasGpu ? readDriver(env) : null,
  ]);
  return {
    host: hostname(),
    system: `${type()} ${release()} ${arch()}`,
    driver,
    folder: existsSync(folder) ? realpathSync(folder) : folder,
    hash,
    files,
    git,
    ...interpreter,
  };
}
