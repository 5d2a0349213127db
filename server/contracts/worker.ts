import { z } from "zod";
import { DeviceInfo } from "../../workers/protocol/messages.ts";

export const WorkerRow = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  version: z.string(),
  slots: z.number().int(),
  busy: z.number().int(),
  online: z.boolean(),
  draining: z.boolean(),
  lastSeenAt: z.number().int(),
  registeredAt: z.number().int(),
  cpuShare: z.number().nullable(),
  memoryShare: z.number().nullable(),
  devices: z.array(DeviceInfo),
  holds: z.array(z.object({ runId: z.string(), name: z.string(), state: z.string() })),
});
export type WorkerRow = z.infer<typeof WorkerRow>;

export const DrainInput = z.object({ id: z.string().max(40), draining: z.boolean() });
export type DrainInput = z.infer<typeof DrainInput>;

export const DrainAnswer = z.object({
  draining: z.boolean(),
  /** One sentence: what holds from now on. */
  message: z.string(),
});
export type DrainAnswer = z.infer<typeof DrainAnswer>;
