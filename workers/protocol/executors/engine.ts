import { z } from "zod";

/** What may be asked for in a partition, as the engine says it. null: it sets no such limit, or does not say. */
const Partition = z.object({
  name: z.string().max(120),
  isDefault: z.boolean(),
  up: z.boolean(),
  maxSeconds: z.number().int().min(0).nullable(),
  nodes: z.number().int().min(0),
  /** Of its largest node. */
  cpus: z.number().int().min(0).nullable(),
  memoryMiB: z.number().int().min(0).nullable(),
  gpus: z.number().int().min(0),
  /** Names of kinds of GPUs that it has. */
  gpuKinds: z.array(z.string().max(80)).max(20),
  /** GPUs of nodes that take jobs, and how many of them no job has. */
  gpusTotal: z.number().int().min(0),
  gpusFree: z.number().int().min(0),
  /** Who may use it; null: everybody. */
  accounts: z.array(z.string().max(120)).max(200).nullable(),
  qos: z.array(z.string().max(120)).max(200).nullable(),
});
export type Partition = z.infer<typeof Partition>;

/** What a worker says of the engine that runs its attempts, where that is not its own machine. */
export const Engine = z.object({
  kind: z.enum(["slurm"]),
  version: z.string().max(80),
  at: z.number().int(),
  /** What a person should know of it, one sentence each; the first says so where it does not answer. */
  problems: z.array(z.string().max(400)).max(20),
  partitions: z.array(Partition).max(200),
});
export type Engine = z.infer<typeof Engine>;
