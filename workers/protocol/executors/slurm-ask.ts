import { z } from "zod";

const NAME_RULE = "is a name: letters, digits and . _ - only, at most 80 of them.";
const name = (what: string) =>
  z
    .string({ error: `${what} ${NAME_RULE}` })
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}$/, `${what} ${NAME_RULE}`)
    .optional();
const count = (what: string, most: number, least = 1) =>
  z
    .number({ error: `${what} is a whole number.` })
    .int(`${what} is a whole number.`)
    .min(least, `${what} is at least ${least}.`)
    .max(most, `${what} is at most ${most}.`)
    .optional();

/** What a launch asks of Slurm for each of its runs; what is not said is left to the cluster, or to the recipe. */
export const SlurmAsk = z
  .object({
    partition: name("A partition"),
    account: name("An account"),
    qos: name("A QOS"),
    /** Slurm counts whole minutes. */
    minutes: count("The time", 366 * 24 * 60),
    /** On one node; without a word as many as the recipe needs. */
    gpus: count("The number of GPUs", 64, 0),
    gpuKind: name("A kind of GPU"),
    memoryMiB: count("The memory in MiB", 64 * 2 ** 20),
    cpus: count("The number of CPUs", 4096),
  })
  .strict();
export type SlurmAsk = z.infer<typeof SlurmAsk>;
