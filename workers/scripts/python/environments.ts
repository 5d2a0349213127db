import { execFile, spawn } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { makeFolder } from "../../protocol/machine/make-folder.ts";
import { findProgram } from "../script-command.ts";
import { compareInstalled, isAsInstalled, noteInstalled } from "./installed.ts";
import { environmentKey, type Requirements } from "./requirements.ts";

const run = promisify(execFile);

/** An environment could not be made; the message says what the installer said last. */
export class EnvironmentProblem extends Error {}

/** What is told while an environment is made. */
export interface Making {
  /** A line of the installer. */
  onLine: (line: string) => void;
  /** How many of the packages are found. */
  onCount: (found: number, of: number) => void;
  signal: AbortSignal;
}

/** An environment that is being made, for all who wait for it. */
interface UnderWay {
  made: Promise<string>;
  told: Set<Making>;
  /** Packages that the installer has named so far. */
  found: number;
  stop: AbortController;
}

/** How an environment that is not whole yet is called, with the process that makes it. */
const ASIDE = /^\.making-[0-9a-f]{16}(?:-\d+)?-(\d+)$/;
/** So many of its last lines are in the sentence about an installer that failed. */
const LAST_LINES = 3;
const LONGEST_LINE = 400;
const LONGEST_IN_SENTENCE = 160;
/** Variables by which people tell installers where packages come from. */
const OF_INSTALLERS =
  /^(PIP_\w+|(https?|no|all)_proxy|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|LD_LIBRARY_PATH)$/i;

type Environment = Record<string, string>;

/** The environments of one data directory, each made once and kept: `<home>/python/<key>`. */
export class PythonEnvironments {
  readonly #folder: string;
  /** The program that environments are made of. */
  readonly #base: string;
  readonly #env: Environment;
  readonly #underWay = new Map<string, UnderWay>();

  /** `env`: what the worker itself was started with, of which installers get their part. */
  constructor(home: string, env: NodeJS.ProcessEnv, base = "python3") {
    this.#folder = join(home, "python");
    this.#base = base;
    const kept = /^(PATH|HOME|USER|LANG|LC_[A-Z]+|TMPDIR|XDG_CACHE_HOME)$/;
    this.#env = Object.fromEntries(
      Object.entries(env).filter(
        ([name, value]) => value !== undefined && (kept.test(name) || OF_INSTALLERS.test(name)),
      ),
    ) as Environment;
  }

  /**
   * The folder of an environment with these packages, made now where there is none. Who asks for one that is being made gets
   * that one. Throws `EnvironmentProblem`, and then nothing of it is left; also where the signal came first.
   */
  async of(requirements: Requirements, making: Making): Promise<string> {
    const asked = environmentKey(requirements.lines, await this.#interpreter());
    const { key, isReady } = await this.#place(asked);
    if (isReady) return join(this.#folder, key);
    const known = this.#underWay.get(key);
    const one: UnderWay = known ?? {
      told: new Set<Making>(),
      found: 0,
      stop: new AbortController(),
      made: Promise.resolve(""),
    };
    one.told.add(making);
    making.onCount(one.found, requirements.lines.length);
    if (!known) {
      this.#underWay.set(key, one);
      one.made = this.#make(key, requirements, one, one.stop.signal).finally(() =>
        this.#underWay.delete(key),
      );
    }
    const left = Promise.withResolvers<never>();
    // What nobody waits for any more is not made.
    const leave = () => {
      one.told.delete(making);
      if (one.told.size === 0) one.stop.abort();
      left.reject(new EnvironmentProblem("Its Python environment was not made: somebody asked for a stop."));
    };
    making.signal.addEventListener("abort", leave, { once: true });
    if (making.signal.aborted) leave();
    try {
      return await Promise.race([one.made, left.promise]);
    } finally {
      making.signal.removeEventListener("abort", leave);
    }
  }

  /**
   * Where the environment of these packages is, or is to be made. One that was changed since it was made is never started in, and
   * stays, since a run may be under way in it: the next one is made beside it.
   */
  async #place(asked: string): Promise<{ key: string; isReady: boolean }> {
    for (let n = 1; ; n++) {
      const key = n === 1 ? asked : `${asked}-${n}`;
      const folder = join(this.#folder, key);
      if (!existsSync(folder)) return { key, isReady: false };
      if (isWhole(folder) && (await isAsInstalled(this.#base, folder, this.#env)))
        return { key, isReady: true };
    }
  }

  /** Which interpreter environments are made of: another one makes other environments. */
  async #interpreter(): Promise<string> {
    if (findProgram(this.#base, "/", this.#env.PATH ?? "") === null)
      throw new EnvironmentProblem(
        `This worker has no ${this.#base} on its PATH, of which an environment could be made. Install Python, or start the worker with --python PATH.`,
      );
    const asked = "import platform, sys; print(sys.version, platform.machine(), sys.base_prefix)";
    try {
      const { stdout } = await run(this.#base, ["-c", asked], {
        env: this.#env as unknown as NodeJS.ProcessEnv,
        timeout: 60_000,
      });
      return stdout.replaceAll(/\s+/g, " ").trim();
    } catch (error) {
      throw new EnvironmentProblem(
        `${this.#base} does not answer which version it is: ${(error as Error).message}`,
      );
    }
  }

  /** Makes an environment aside and puts it in its place when it is whole. */
  async #make(
    key: string,
    { lines, areHashed }: Requirements,
    one: UnderWay,
    signal: AbortSignal,
  ): Promise<string> {
    makeFolder(this.#folder, "set ABLAB_HOME to another directory");
    sweep(this.#folder);
    const aside = join(this.#folder, `.making-${key}-${process.pid}`);
    const ready = join(this.#folder, key);
    const onLine = (line: string) => {
      const named = /^(Collecting|Processing) \S/.test(line);
      if (named) one.found = Math.min(one.found + 1, lines.length);
      for (const making of one.told) {
        making.onLine(line);
        if (named) making.onCount(one.found, lines.length);
      }
    };
    try {
      const python = join(aside, "bin", "python");
      await this.#step([this.#base, "-m", "venv", aside], onLine, signal);
      const install = [
        python,
        "-m",
        "pip",
        "install",
        "--no-input",
        "--disable-pip-version-check",
        "--progress-bar=off",
      ];
      const file = join(aside, "requirements.txt");
      writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
      if (areHashed) install.push("--require-hashes");
      await this.#step([...install, "-r", file], onLine, signal);
      const wrong = await compareInstalled(aside, lines, this.#env);
      if (wrong.length > 0)
        throw new EnvironmentProblem(
          `The Python environment is not what was asked for, and nothing of it is left: ${wrong.slice(0, LAST_LINES).join("; ")}.`,
        );
      renamePrograms(aside, ready);
      await noteInstalled(this.#base, aside, this.#env);
      renameSync(aside, ready);
    } catch (error) {
      rmSync(aside, { recursive: true, force: true });
      if (isWhole(ready)) return ready;
      throw error instanceof EnvironmentProblem
        ? error
        : new EnvironmentProblem(`The Python environment could not be made: ${(error as Error).message}`);
    }
    return ready;
  }

  async #step(
    [program, ...args]: string[],
    onLine: (line: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const child = spawn(program, args, {
      detached: true,
      env: this.#env as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const last: string[] = [];
    const take = (line: string) => {
      const kept = line.trimEnd().slice(0, LONGEST_LINE);
      if (kept === "") return;
      last.push(kept.length > LONGEST_IN_SENTENCE ? `${kept.slice(0, LONGEST_IN_SENTENCE)}...` : kept);
      if (last.length > LAST_LINES) last.shift();
      onLine(kept);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", take);
    const end = () => {
      try {
        // What an installer builds with goes with it.
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    try {
      const [code, by] = await new Promise<[number | null, string | null]>((resolve, reject) => {
        child.on("error", reject);
        child.on("close", (...how) => resolve(how));
      });
      if (code === 0 && !signal.aborted) return;
      const what = signal.aborted
        ? "was ended, since nobody waits for it"
        : `ended with ${by ?? `exit code ${code}`}`;
      const said = last.length > 0 ? ` It said last: ${last.join(" | ")}` : "";
      throw new EnvironmentProblem(
        `The Python environment could not be made, and nothing of it is left: ${args.includes("venv") ? "venv" : "pip"} ${what}.${said}`,
      );
    } finally {
      signal.removeEventListener("abort", end);
    }
  }
}

function isWhole(folder: string): boolean {
  try {
    accessSync(join(folder, "bin", "python"), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Programs of an environment name their interpreter by its path, which is another one after the rename. */
function renamePrograms(aside: string, ready: string): void {
  const bin = join(aside, "bin");
  for (const name of readdirSync(bin, { withFileTypes: true })) {
    const path = join(bin, name.name);
    if (!name.isFile() || statSync(path).size > 1 << 20) continue;
    const text = readFileSync(path);
    if (!text.includes(aside) || text.includes(0)) continue;
    writeFileSync(path, text.toString("utf8").replaceAll(aside, ready));
  }
}

/** Takes away what a process that is gone was making. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(ASIDE.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || pid === process.pid) continue;
    try {
      process.kill(pid, 0);
    } catch {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}
