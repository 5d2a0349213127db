import { z } from "zod";
import { Engine } from "../../../workers/protocol/executors/engine.ts";
import { WorkerRow } from "../worker.ts";

export const WorkerPageInput = z.object({
  id: z.string().max(40),
  /** How far back its lines go. */
  hours: z.union([z.literal(1), z.literal(6), z.literal(24)]).default(1),
});
export type WorkerPageInput = z.infer<typeof WorkerPageInput>;

/** Values at equal distances from `from` to `to`; null where nothing was measured. */
const Line = z.array(z.number().nullable());

export const GpuRow = z.object({
  uuid: z.string(),
  index: z.number().int(),
  name: z.string(),
  /** "ours": runs of Ablab; "foreign": somebody else, or memory that nobody answers for; "out": gone or cut up. */
  use: z.enum(["free", "ours", "foreign", "out"]),
  holders: z.array(z.object({ runId: z.string().nullable(), name: z.string(), ended: z.boolean() })),
  /** Who or what keeps it, in words; null where nothing does. */
  keeper: z.string().nullable(),
  /** Other processes beside a run that holds it, in words. */
  beside: z.string().nullable(),
  busyShare: z.number().nullable(),
  memoryUsedMiB: z.number().nullable(),
  memoryTotalMiB: z.number().nullable(),
  powerWatts: z.number().nullable(),
  powerLimitWatts: z.number().nullable(),
  celsius: z.number().nullable(),
  slowedBy: z.array(z.string()),
  mig: z.boolean(),
  lines: z.object({ busy: Line, memory: Line, power: Line, celsius: Line }),
  /** Places in the lines at which another holder came. */
  changes: z.array(z.number().int()),
});
export type GpuRow = z.infer<typeof GpuRow>;

export const WorkerPage = z.object({
  worker: WorkerRow,
  /** One sentence: how many devices are busy, and what waits. */
  message: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  /** When the machine was looked at last; null before it was. */
  lookedAt: z.number().int().nullable(),
  driver: z.string().nullable(),
  gpuProblem: z.string().nullable(),
  gpuShare: z.number().int(),
  gpus: z.array(GpuRow),
  host: z.object({
    cpus: z.number().int().nullable(),
    cpuShare: z.number().nullable(),
    memoryUsedBytes: z.number().nullable(),
    memoryTotalBytes: z.number().nullable(),
    diskFreeBytes: z.number().nullable(),
    receivedBytesPerSecond: z.number().nullable(),
    sentBytesPerSecond: z.number().nullable(),
    lines: z.object({ cpu: Line, memory: Line, disk: Line, received: Line, sent: Line }),
  }),
  /** What a person should look at: the claim and what is behind it. */
  findings: z.array(
    z.object({ level: z.enum(["warning", "info"]), claim: z.string(), evidence: z.string() }),
  ),
  /** What runs its attempts, where that is not its own machine. */
  engine: Engine.nullable(),
  queue: z.array(z.object({ runId: z.string(), name: z.string(), needs: z.number().int(), why: z.string() })),
});
export type WorkerPage = z.infer<typeof WorkerPage>;
