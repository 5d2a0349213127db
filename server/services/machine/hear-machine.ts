import { releaseLease, selectOpenLeases } from "#db/queries/machine/leases.ts";
import { deleteMeansBefore, insertMean } from "#db/queries/machine/means.ts";
import { updateWorker, type WorkerRecord } from "#db/queries/workers.ts";
import {
  judgeGpu,
  type MachineReport,
  type MachineState,
} from "../../../workers/protocol/machine/machine.ts";
import { topics } from "../../contracts/live.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { writeOut } from "../../../workers/protocol/visible-text.ts";
import type { ServiceContext, WriteScope } from "../context.ts";

/** How long means of a machine are kept. */
export const MEANS_KEPT_MS = 24 * 3600 * 1000;

/** What a machine calls its processes and users is taken, with everything in it seen. */
function visible(state: MachineState): MachineState {
  return {
    ...state,
    gpuProblem: state.gpuProblem === null ? null : writeOut(state.gpuProblem),
    gpus: state.gpus.map((gpu) => ({
      ...gpu,
      name: writeOut(gpu.name),
      processes: gpu.processes.map((process) => ({
        ...process,
        name: writeOut(process.name),
        user: process.user === null ? null : writeOut(process.user),
      })),
    })),
  };
}

/**
 * Takes a worker's word of its machine, and ends the leases that it proves to be over: the attempt has ended, its worker does
 * not hold the GPU for it any more, or another worker on the machine finds nothing of it there. Gives the worker as it is now.
 */
export function hearMachine(
  ctx: ServiceContext,
  scope: WriteScope,
  worker: WorkerRecord,
  report: MachineReport | undefined,
): WorkerRecord {
  if (!report) return worker;
  const now = ctx.now();
  for (const mean of report.means) insertMean(scope.db, worker.id, mean);
  if (report.means.length > 0) deleteMeansBefore(scope.db, worker.id, now - MEANS_KEPT_MS);
  if (!report.state) return worker;
  const machine = visible(report.state);
  updateWorker(scope.db, worker.id, { machine });
  const gpus = new Map(machine.gpus.map((gpu) => [gpu.uuid, gpu]));
  for (const lease of selectOpenLeases(scope.db, [...gpus.keys()])) {
    const gpu = gpus.get(lease.gpu);
    if (!gpu || (lease.attemptState && !isEnded(lease.attemptState)) || gpu.heldBy.includes(lease.attemptId))
      continue;
    const isOurs = lease.workerId === worker.id;
    if (!isOurs && judgeGpu(gpu, machine.gpuShare, []).is !== "free") continue;
    releaseLease(scope.db, lease.id, now);
    scope.touch(topics.workers, topics.runs);
  }
  return { ...worker, machine };
}
