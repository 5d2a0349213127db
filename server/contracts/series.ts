import { z } from "zod";
import { X_AXES } from "./x-axes.ts";
import { idSchema } from "./ids.ts";

export { X_AXES, type XAxis } from "./x-axes.ts";

export const WindowInput = z.object({
  runIds: z.array(idSchema("run")).min(1).max(200),
  metrics: z.array(z.string().min(1).max(256)).min(1).max(64),
  xAxis: z.enum(X_AXES).default("step"),
  from: z.number().nullable().default(null),
  to: z.number().nullable().default(null),
  buckets: z.number().int().min(2).max(4000).default(400),
});
export type WindowInput = z.infer<typeof WindowInput>;

/**
 * A slice of one series in columns. With `raw` every bucket is one stored point. A bucket without a finite value has
 * null in first, last, min, max and mean and says how many non-finite points it holds.
 */
export const SeriesWindow = z.object({
  runId: z.string(),
  attemptId: z.string(),
  attempt: z.number().int(),
  metric: z.string(),
  raw: z.boolean(),
  total: z.number().int(),
  x0: z.array(z.number()),
  x1: z.array(z.number()),
  first: z.array(z.number().nullable()),
  last: z.array(z.number().nullable()),
  min: z.array(z.number().nullable()),
  max: z.array(z.number().nullable()),
  mean: z.array(z.number().nullable()),
  n: z.array(z.number().int()),
  nan: z.array(z.number().int()),
  posInf: z.array(z.number().int()),
  negInf: z.array(z.number().int()),
});
export type SeriesWindow = z.infer<typeof SeriesWindow>;

export const BandInput = z.object({
  experimentId: idSchema("experiment"),
  metric: z.string().min(1).max(256),
  xAxis: z.enum(X_AXES).default("step"),
  points: z.number().int().min(2).max(1000).default(200),
});
export type BandInput = z.infer<typeof BandInput>;

/** Mean over the seeds of one cell at shared x, with the 95 % t interval; low and high are null below 3 seeds. */
export const SeedBand = z.object({
  cell: z.string(),
  config: z.string(),
  baseline: z.boolean(),
  seeds: z.number().int(),
  x: z.array(z.number()),
  mean: z.array(z.number().nullable()),
  low: z.array(z.number().nullable()),
  high: z.array(z.number().nullable()),
  n: z.array(z.number().int()),
});
export type SeedBand = z.infer<typeof SeedBand>;
