import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeWorld, type World } from "../../services/testing.ts";
import { connectedEngines } from "../../services/workers/engines.ts";
import { openWorkerDoor } from "./worker-door.ts";

const MAIN = join(import.meta.dirname, "..", "..", "..", "workers", "bridge", "main.ts");
const LOOK_MS = 200;
const MOST_LOOKS = 600;

/** A server in this process and a worker of the test cluster, which asks Slurm each second. */
export interface SlurmBench {
  world: World;
  home: string;
  /** Starts the worker, and waits until it has said what its cluster is. */
  startWorker(): Promise<void>;
  endWorker(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  close(): Promise<void>;
}

/** `address`: of this machine, where the server is reached. */
export async function openSlurmBench(address?: string): Promise<SlurmBench> {
  const home = mkdtempSync(join(tmpdir(), "absl-bench-"));
  const made = makeWorld();
  const world = { ...made, ctx: { ...made.ctx, now: Date.now } };
  const door = await openWorkerDoor(world.ctx, home, address);
  let worker: ChildProcess | null = null;

  async function startWorker(): Promise<void> {
    const own = ["--home", join(home, "worker-home"), "--name", "cluster"];
    worker = spawn(
      process.execPath,
      [MAIN, ...door.args, ...own, "--executor", "slurm", "--ask-seconds", "1"],
      {
        stdio: "inherit",
      },
    );
    for (let looks = 0; connectedEngines(world.ctx, []).length === 0; looks++) {
      if (looks > MOST_LOOKS) throw new Error("the worker does not say what its cluster is");
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  async function endWorker(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const ending = worker;
    worker = null;
    if (!ending) return;
    const ended = new Promise((resolve) => ending.once("close", resolve));
    ending.kill(signal);
    await ended;
  }

  return {
    world,
    home,
    startWorker,
    endWorker,
    async close() {
      await endWorker("SIGTERM");
      door.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
