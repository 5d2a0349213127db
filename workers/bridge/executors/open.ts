import type { WorkerConfig } from "../config.ts";
import type { Executor } from "./executor.ts";
import { openLocal } from "./local/local.ts";
import { openSlurm, SLURM_PACE } from "./slurm/slurm.ts";

/** What runs the trainings of a worker; a new engine is a line here. */
const EXECUTORS: Record<Executor["kind"], (config: Pick<WorkerConfig, "askMs">) => Executor> = {
  local: openLocal,
  slurm: ({ askMs }) => openSlurm({ ...SLURM_PACE, pollMs: askMs }),
};

export const openExecutor = (config: Pick<WorkerConfig, "executor" | "askMs">): Executor =>
  EXECUTORS[config.executor](config);
