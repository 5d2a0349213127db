import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type OnEnd, temporaryFolder } from "../../../testing/world.ts";
import type { Bench } from "../../testing/contract.ts";
import { openSlurm, type SlurmOptions } from "../slurm.ts";
import { NODES, PARTITIONS } from "./recorded.ts";

const FAKE = fileURLToPath(new URL("./fake-slurm.mjs", import.meta.url));

/** Fast enough for a test; nothing of it depends on how fast. */
const PACE: SlurmOptions = { pollMs: 100, silentAfterMs: 120_000, wordMs: 2000, lookMs: 50 };

export interface FakeCluster extends Bench {
  /** What is wrong from now on. */
  fault(faults: Record<string, unknown>): void;
  /** Starts a job that was held. */
  release(job: number): void;
  open: (pace?: Partial<SlurmOptions>) => ReturnType<typeof openSlurm>;
}

/** Programs called like Slurm's, in the PATH of this process until the test ends. */
export function openFakeCluster(onEnd: OnEnd, pace: Partial<SlurmOptions> = {}): FakeCluster {
  const home = temporaryFolder(onEnd);
  const folder = join(home, "slurm");
  const bin = join(home, "bin");
  mkdirSync(folder);
  mkdirSync(bin);
  for (const program of ["sbatch", "squeue", "sacct", "scancel", "scontrol"]) {
    const path = join(bin, program);
    writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${FAKE}' ${program} "$@"\n`);
    chmodSync(path, 0o755);
  }
  writeFileSync(join(folder, "partition.txt"), PARTITIONS);
  writeFileSync(join(folder, "node.txt"), NODES);
  const before = { PATH: process.env.PATH, SLURM_CONF: process.env.SLURM_CONF };
  process.env.PATH = [bin, before.PATH].join(delimiter);
  process.env.SLURM_CONF = folder;
  onEnd(() => {
    process.env.PATH = before.PATH;
    if (before.SLURM_CONF === undefined) delete process.env.SLURM_CONF;
    else process.env.SLURM_CONF = before.SLURM_CONF;
  });
  const open = (change: Partial<SlurmOptions> = {}) => openSlurm({ ...PACE, ...pace, ...change });
  return {
    executor: open(),
    again: () => open(),
    open,
    home,
    release(job) {
      const env = { ...process.env, SLURM_CONF: folder };
      spawn(process.execPath, [FAKE, "--run", String(job)], { detached: true, stdio: "ignore", env }).unref();
    },
    fault: (faults) => writeFileSync(join(folder, "faults.json"), JSON.stringify(faults)),
  };
}
