import { z } from "zod";

/** How a checkpoint of a built-in recipe is called in the output folder of its attempt; the number is its train step. */
export const CHECKPOINT_PATTERN = "checkpoint-*";

/** What a trainer is told by its environment: where it may leave checkpoints, and the one to go on from. */
export const CHECKPOINT_VARIABLES = { folder: "ABLAB_OUTPUT", resume: "ABLAB_RESUME" } as const;

/** A path below the output folder of an attempt, with `/` between its parts; none of them leads out of it. */
export const OutputPath = z
  .string()
  .min(1)
  .max(400)
  .refine(
    (path) => path.split("/").every((part) => part !== "" && part !== "." && part !== ".."),
    "A path below the output folder.",
  )
  .refine((path) => !path.includes("\0"), "A path without NUL.");

/** A checkpoint by reference: it lies in the folder of an earlier attempt of the same worker. */
export const CheckpointReference = z.object({
  attemptId: z.string().regex(/^[a-z]{3}_[0-9a-z]{16}$/),
  path: OutputPath,
});
export type CheckpointReference = z.infer<typeof CheckpointReference>;

/** The train step that the name of a checkpoint ends in; null where it says none. */
export function stepOfName(path: string): number | null {
  const digits = /(\d+)(?:\.[A-Za-z]\w*)?$/.exec(path)?.[1];
  const step = digits === undefined ? null : Number(digits);
  return step !== null && Number.isSafeInteger(step) ? step : null;
}
