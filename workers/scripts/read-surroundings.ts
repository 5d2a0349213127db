import { execFile } from "node:child_process";
import { arch, hostname, release, type } from "node:os";
import { promisify } from "node:util";
import { DIFF_CHARACTERS, MOST_UNHASHED, type Surroundings } from "../protocol/surroundings.ts";
import { hashOfCopy, type WorkingFolder } from "./working-folder.ts";
import { unhashedCode } from "./unhashed-code.ts";
import { readInterpreter } from "./python/interpreter.ts";
import { maskText } from "../protocol/secrets/mask.ts";

const run = promisify(execFile);
/** A program that does not answer delays the start of a run by so much at most, ms. */
const PATIENCE_MS = 4000;
const MOST_BYTES = 8 * 1024 * 1024;
const LONGEST_SECRET = 4096;
const MOST_CHANGED = 1000;

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
  { script, origin }: WorkingFolder,
  {
    program,
    env,
    hasGpu,
    gpus,
  }: { program: string; env: Record<string, string>; hasGpu: boolean; gpus?: Surroundings["gpus"] },
): Promise<Surroundings> {
  const { folder, unhashed } = script;
  const [git, interpreter, hashes, driver] = await Promise.all([
    readGit(origin, env),
    readInterpreter(program, folder, env),
    hashOfCopy(script),
    hasGpu ? readDriver(env) : null,
  ]);
  return {
    host: hostname(),
    system: `${type()} ${release()} ${arch()}`,
    driver,
    ...(gpus && gpus.length > 0 && { gpus }),
    folder: origin,
    ranIn: folder,
    ...hashes,
    unhashed: unhashed.names.slice(0, MOST_UNHASHED).map((name) => name.slice(0, 400)),
    unhashedMore: Math.max(0, unhashed.names.length - MOST_UNHASHED),
    unhashedCode: unhashedCode(script, env as unknown as NodeJS.ProcessEnv),
    git,
    ...interpreter,
  };
}
