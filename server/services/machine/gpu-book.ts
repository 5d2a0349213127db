import { type OpenLease, selectOpenLeases, selectRunsOfAttempts } from "#db/queries/machine/leases.ts";
import type { WorkerRecord } from "#db/queries/workers.ts";
import type { Db } from "#db/client.ts";
import { type GpuRange, gpusNow } from "../../../workers/protocol/machine/gpu-count.ts";
import {
  type GpuState,
  type GpuVerdict,
  isOfOthers,
  judgeGpu,
} from "../../../workers/protocol/machine/machine.ts";
import { isEnded, type RunState } from "../../contracts/run-lifecycle.ts";

/** Who holds a GPU by the record of the server or by the word of its worker. */
export interface GpuHolderFact {
  attemptId: string;
  runId: string | null;
  name: string;
  /** Its training is over; that its memory is free again is not proven yet. */
  ended: boolean;
}

export interface BookedGpu {
  gpu: GpuState;
  verdict: GpuVerdict;
  holders: GpuHolderFact[];
  leases: OpenLease[];
}

/** The GPUs of a worker by its newest word, each with who holds it; null where it has not said anything yet. */
export function gpuBook(db: Db, worker: WorkerRecord): BookedGpu[] | null {
  const { machine } = worker;
  if (!machine) return null;
  const leases = selectOpenLeases(
    db,
    machine.gpus.map(({ uuid }) => uuid),
  );
  const named = new Map(
    selectRunsOfAttempts(
      db,
      machine.gpus.flatMap(({ heldBy, processes }) => [
        ...heldBy,
        ...processes.flatMap(({ attemptId }) => attemptId ?? []),
      ]),
    ).map((one) => [one.attemptId, one]),
  );
  return machine.gpus.map((gpu) => {
    const its = leases.filter((lease) => lease.gpu === gpu.uuid);
    const ids = [...new Set([...its.map(({ attemptId }) => attemptId), ...gpu.heldBy])];
    const holders = ids.map((attemptId): GpuHolderFact => {
      const lease = its.find((one) => one.attemptId === attemptId);
      const known: { runId: string | null; name: string; state: RunState | null } | undefined = lease
        ? { runId: lease.runId, name: lease.runName, state: lease.attemptState }
        : named.get(attemptId);
      return known
        ? {
            attemptId,
            runId: known.runId,
            name: known.name,
            ended: known.state === null || isEnded(known.state),
          }
        : { attemptId, runId: null, name: attemptId, ended: true };
    });
    return { gpu, holders, leases: its, verdict: judgeGpu(gpu, machine.gpuShare, ids) };
  });
}

/** GPUs that could be given out one day: whatever stands on them now. */
export const usableGpus = (book: readonly BookedGpu[]): BookedGpu[] =>
  book.filter(({ verdict }) => verdict.is !== "gone" && verdict.is !== "mig");

/** What a run asks of GPUs: how many, and whether somebody said that it may stand beside what is not of Ablab. */
export interface GpuWish extends GpuRange {
  besideOthers: boolean;
}

/** The free GPUs that a run gets now, those with the fewest runs on them first; none on the CPU; null where it waits. */
export function offerOf(book: readonly BookedGpu[], { besideOthers, ...range }: GpuWish): BookedGpu[] | null {
  const isFree = ({ verdict, holders }: BookedGpu) =>
    verdict.is === "free" || (besideOthers && isOfOthers(verdict) && holders.length === 0);
  const free = book
    .filter(isFree)
    .sort((a, b) => a.holders.length - b.holders.length || a.gpu.index - b.gpu.index);
  const held = book.filter(({ verdict }) => verdict.is === "held").length;
  const count = gpusNow(range, { free: free.length, held });
  return count === null ? null : free.slice(0, count).sort((a, b) => a.gpu.index - b.gpu.index);
}
