import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeWorld, type World } from "../../services/testing.ts";
import { openWorkerDoor } from "./worker-door.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** A bench in memory behind a real server, with a real worker that offers scripts. */
export interface ScriptBench {
  world: World;
  worker: ChildProcess;
  /** Everything that the worker has printed. */
  said(): string;
  /** A folder that goes with the bench. */
  home: string;
  close(): Promise<void>;
}

/** `recipes` gets the folder of the bench and answers the one that the worker offers. */
export async function startScriptBench({
  recipes,
  options = [],
  env = {},
}: {
  recipes: (home: string) => string;
  options?: readonly string[];
  env?: Record<string, string>;
}): Promise<ScriptBench> {
  const home = mkdtempSync(join(tmpdir(), "ablab-script-runs-"));
  const offered = recipes(home);
  const made = makeWorld();
  const ctx = { ...made.ctx, now: Date.now };
  const world = { ...made, ctx };
  const door = await openWorkerDoor(ctx, home);
  const named = ["--home", join(home, "worker-home"), "--name", "lab", "--recipes", offered];
  const worker = spawn(
    process.execPath,
    [join(ROOT, "workers", "bridge", "main.ts"), ...door.args, ...named, ...options],
    { env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...env } },
  );
  let said = "";
  worker.stdout.on("data", (chunk) => (said += String(chunk)));
  worker.stderr.on("data", (chunk) => (said += String(chunk)));
  return {
    world,
    worker,
    said: () => said,
    home,
    async close() {
      worker.kill("SIGTERM");
      await new Promise((resolve) => worker.on("close", resolve));
      door.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
