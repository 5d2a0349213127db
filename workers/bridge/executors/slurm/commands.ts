import { spawn } from "node:child_process";

/** What a program of Slurm said. `code` is null where it could not be started or was ended for taking too long. */
export interface Said {
  code: number | null;
  out: string;
  err: string;
}

export type Program = "sbatch" | "squeue" | "sacct" | "scancel" | "scontrol";

/** A controller that is down makes its programs wait 9 s before they say so. */
const TIMEOUT_MS = 25_000;
const MOST_BYTES = 16 * 2 ** 20;

/** Variables that change what Slurm's programs print or ask for; where their configuration lies is kept. */
const CHANGES_WORDS = /^(SBATCH|SQUEUE|SACCT|SCANCEL|SINFO|SLURM)_/;
const KEPT = new Set(["SLURM_CONF", "SLURM_CONF_SERVER", "SLURM_JWT"]);

function cleanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !CHANGES_WORDS.test(name) || KEPT.has(name));
  // Times are printed in the zone of whoever asks, and words in their language.
  return { ...Object.fromEntries(kept), LC_ALL: "C", TZ: "UTC" } as unknown as NodeJS.ProcessEnv;
}

/** Runs one program with a list of arguments; there is no shell. Never throws. */
export function runProgram(program: Program, args: readonly string[], input = ""): Promise<Said> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: cleanEnvironment(process.env),
      stdio: ["pipe", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    const timer = setTimeout(() => {
      err += `${program} did not answer within ${TIMEOUT_MS / 1000} s`;
      child.kill("SIGKILL");
    }, TIMEOUT_MS);
    const done = (code: number | null) => {
      clearTimeout(timer);
      resolve({ code, out, err: err.trim() });
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (out.length < MOST_BYTES) out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (err.length < 65_536) err += text;
    });
    child.on("error", (error) => {
      err += `${program} cannot be started: ${error.message}`;
      done(null);
    });
    child.on("close", (code) => done(code));
    // It may be gone before it has read.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
