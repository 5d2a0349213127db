import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const VENVS = join(import.meta.dirname, "..", "..", ".cache", "python");

/**
 * A Python that has these packages, made once and kept in .cache; `ABLAB_PYTHON_<NAME>` names one that is there already.
 * Null, with a word on the terminal, where this machine has no Python or cannot get them.
 */
export function pythonWith(name: string, packages: readonly string[]): string | null {
  const given = process.env[`ABLAB_PYTHON_${name.toUpperCase()}`];
  if (given !== undefined) return given;
  const venv = join(VENVS, `${name}-${packages.join("-").replaceAll(/[^\w.-]/g, "")}`);
  const python = join(venv, "bin", "python");
  const ready = join(venv, "ready");
  if (existsSync(ready)) return python;
  rmSync(venv, { recursive: true, force: true });
  mkdirSync(VENVS, { recursive: true });
  const made =
    spawnSync("python3", ["-m", "venv", venv]).status === 0 &&
    (packages.length === 0 || spawnSync(python, ["-m", "pip", "install", "-q", ...packages]).status === 0);
  if (made) mkdirSync(ready);
  else
    console.warn(
      `Tests with ${packages.join(", ") || "Python"} are skipped: there is no Python here that can have them.`,
    );
  return made ? python : null;
}

export interface PythonRun {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** What it printed, both streams together. */
  output: string;
}

/** Runs a script to its end. Variables of the environment are those given, and what a process needs to start. */
export function runPython(python: string, script: string, env: Record<string, string>): Promise<PythonRun> {
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  const own = { NODE_ENV: "test" as const, PATH, HOME, TMPDIR, ...env };
  const child = spawn(python, ["-c", script], { env: own });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += String(part)));
  return new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal, output })));
}
