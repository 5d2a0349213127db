import { isIdleMemory } from "../../protocol/machine/machine.ts";
import type { SampledGpu } from "./gpu-sampler.ts";

/** An attempt of this worker and the GPUs that were given to it. */
export interface GpuHolder {
  attemptId: string;
  gpus: readonly string[];
}

/** Memory that a driver may keep from one training to the next. */
const LEFT_MIB = 256;

interface Hold {
  uuid: string;
  attemptId: string;
  /** In use before the attempt began; null where nobody read it, as of one that a former worker has begun. */
  usedBefore: number | null;
  /** When the attempt was seen to be over, by the clock of `SampledGpu`; null while it is not. */
  endedAt: number | null;
}

/**
 * Who holds which GPU here. An attempt that is over keeps its GPUs until a reading from after its end shows that none of its
 * processes is on them and that their memory is back where it was: a process that is gone may leave its memory behind.
 */
export class GpuHolds {
  private holds: Hold[] = [];
  private hasLooked = false;

  /** Brings the book up to date: who holds by the attempts that live, and what the driver says now. */
  update(
    holders: readonly GpuHolder[],
    gpus: readonly SampledGpu[],
    now: number,
    attemptOf: (pid: number) => string | null,
  ): void {
    const living = new Set(holders.map(({ attemptId }) => attemptId));
    for (const hold of this.holds) hold.endedAt = living.has(hold.attemptId) ? null : (hold.endedAt ?? now);
    for (const { attemptId, gpus: uuids } of holders)
      for (const uuid of uuids)
        if (!this.holds.some((hold) => hold.uuid === uuid && hold.attemptId === attemptId)) {
          const reading = gpus.find((gpu) => gpu.reading.uuid === uuid)?.reading;
          const usedBefore = this.hasLooked ? (reading?.memoryUsedMiB ?? null) : null;
          this.holds.push({ uuid, attemptId, usedBefore, endedAt: null });
        }
    this.hasLooked = true;
    this.holds = this.holds.filter((hold) => !this.isProvenFree(hold, gpus, attemptOf));
  }

  /** Attempts that hold a GPU, in the order in which they got it. */
  heldBy(uuid: string): string[] {
    return this.holds.filter((hold) => hold.uuid === uuid).map(({ attemptId }) => attemptId);
  }

  private isProvenFree(
    { uuid, attemptId, usedBefore, endedAt }: Hold,
    gpus: readonly SampledGpu[],
    attemptOf: (pid: number) => string | null,
  ): boolean {
    const gpu = gpus.find(({ reading }) => reading.uuid === uuid);
    if (endedAt === null || !gpu || gpu.goneSince !== null || gpu.at <= endedAt) return false;
    if (gpu.apps.some(({ pid }) => attemptOf(pid) === attemptId)) return false;
    const used = gpu.reading.memoryUsedMiB;
    if (used === null) return true;
    const ofOthers = gpu.apps.reduce((sum, { memoryMiB }) => sum + (memoryMiB ?? 0), 0);
    const shares = this.holds.some((hold) => hold.uuid === uuid && hold.endedAt === null);
    const left = used - ofOthers;
    if (shares) return true;
    return usedBefore === null
      ? isIdleMemory(left, gpu.reading.memoryTotalMiB)
      : left <= usedBefore + LEFT_MIB;
  }
}
