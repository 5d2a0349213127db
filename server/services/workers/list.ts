import { selectLiveAttemptsOfWorker } from "#db/queries/attempts.ts";
import { selectRunsByIds } from "#db/queries/runs.ts";
import { selectDevices, selectWorkers, type WorkerRecord } from "#db/queries/workers.ts";
import type { WorkerRow } from "../../contracts/worker.ts";
import { elapsedSince } from "../clock.ts";
import type { ServiceContext } from "../context.ts";

/** A worker that polls is heard every second or so; after this many silent ms it is shown as away. */
export const WORKER_AWAY_MS = 10_000;

export function isOnline(ctx: ServiceContext, worker: WorkerRecord): boolean {
  return elapsedSince(ctx, worker.lastSeenAt) < Math.max(WORKER_AWAY_MS, 4 * ctx.timing.pollMs);
}

/** Every worker ever seen, the most recently heard first, with its devices and what it holds now. */
export function listWorkers(ctx: ServiceContext): WorkerRow[] {
  const devices = selectDevices(ctx.db);
  return selectWorkers(ctx.db).map((worker) => {
    const attempts = selectLiveAttemptsOfWorker(ctx.db, worker.id);
    const runs = new Map(
      selectRunsByIds(
        ctx.db,
        attempts.map((a) => a.runId),
      ).map((r) => [r.id, r]),
    );
    return {
      id: worker.id,
      name: worker.name,
      host: worker.host,
      version: worker.version,
      slots: worker.slots,
      busy: attempts.length,
      online: isOnline(ctx, worker),
      draining: worker.draining,
      lastSeenAt: worker.lastSeenAt,
      registeredAt: worker.registeredAt,
      cpuShare: worker.cpuShare,
      memoryShare: worker.memoryShare,
      devices: devices
        .filter((d) => d.workerId === worker.id)
        .map((d) => ({ kind: d.kind, index: d.idx, name: d.name, uuid: d.uuid, memoryMiB: d.memoryMib })),
      holds: attempts.map((a) => ({
        runId: a.runId,
        name: runs.get(a.runId)?.name ?? a.runId,
        state: a.state,
      })),
    };
  });
}
