import { z } from "zod";
import { idSchema } from "./ids.ts";

export const MAX_RUNS_PER_LAUNCH = 500;

const ParamName = z.string().min(1).max(80);
export const ParamValueSchema = z.union([z.number(), z.boolean(), z.string().max(400)], {
  error: "A parameter value is a number, true or false, or a text of at most 400 characters.",
});

/** What one press of Launch varies: presets x factor levels x seeds, over a base of edited fields. */
export const Matrix = z.object({
  presets: z.array(z.string().min(1).max(80)).min(1, "Choose at least one preset.").max(50),
  /** Fields edited away from every preset; a preset's own value gives way to them. */
  edits: z.record(ParamName, ParamValueSchema),
  factors: z
    .array(
      z.object({
        name: ParamName,
        levels: z.array(ParamValueSchema).min(1, "A factor needs at least one level.").max(50),
      }),
    )
    .max(8),
  seeds: z
    .array(
      z
        .number({ error: "A seed is a whole number." })
        .int("A seed is a whole number.")
        .min(0)
        .max(2_147_483_647),
    )
    .min(1, "Give at least one seed.")
    .max(200),
});
export type Matrix = z.infer<typeof Matrix>;

export const LaunchInput = z.object({
  /** A fresh uuid per press; sending the same one again returns the same runs. */
  launchKey: z.uuid("A launch key is a uuid."),
  recipe: z.string().min(1).max(80),
  matrix: Matrix,
  experiment: z.union([
    z.object({ id: idSchema("experiment") }),
    z.object({
      title: z
        .string()
        .trim()
        .min(1, "Give the experiment a title: the question it asks.")
        .max(200, "A title has at most 200 characters."),
    }),
  ]),
});
export type LaunchInput = z.infer<typeof LaunchInput>;

export const PlanInput = z.object({ recipe: z.string().min(1).max(80), matrix: Matrix });
export type PlanInput = z.infer<typeof PlanInput>;
