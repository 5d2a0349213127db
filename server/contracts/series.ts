import { z } from "zod";
import { DEFAULT_AXIS } from "../../workers/protocol/default-axis.ts";
import { ASK_LIMITS } from "./ask-limits.ts";
import { idSchema } from "./ids.ts";
import { DEFAULT_BUCKETS } from "./series-window.ts";
import { SMOOTHING_LIMITS, type Smoothing as SmoothingKind } from "./smoothing.ts";

export { X_AXES, type AxisName, type XAxis } from "./x-axes.ts";
export type { PackedWindow, SeriesWindow } from "./series-window.ts";

const { weight, sigma, width } = SMOOTHING_LIMITS;
const metricName = z.string().min(1).max(256);

/** One of `X_AXES`, the own axis of some series, or a metric that is on the same step. */
export const AxisInput = z.string().min(1).max(ASK_LIMITS.axis);

export const Smoothing = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("ema"), weight: z.number().min(weight.min).max(weight.max) }),
  z.object({ kind: z.literal("gaussian"), sigma: z.number().min(sigma.min).max(sigma.max) }),
  z.object({ kind: z.literal("mean"), width: z.number().int().min(width.min).max(width.max) }),
]) satisfies z.ZodType<SmoothingKind, SmoothingKind>;

/** A series of which the asker has every point up to `x`, on the series' own axis. */
const Reached = z.object({ attemptId: idSchema("attempt"), metric: metricName, x: z.number() });

export const WindowInput = z.object({
  runIds: z.array(idSchema("run")).min(1).max(200),
  metrics: z.array(metricName).min(1).max(64),
  xAxis: AxisInput.default(DEFAULT_AXIS),
  /** Bounds on the asked axis, both included; null is open. */
  from: z.number().nullable().default(null),
  to: z.number().nullable().default(null),
  buckets: z.number().int().min(2).max(4000).default(DEFAULT_BUCKETS),
  /** For these series only what lies beyond; the others are answered whole. */
  after: z.array(Reached).max(4000).default([]),
  smoothing: Smoothing.default({ kind: "none" }),
  /** `latest`: an attempt hides what earlier ones have from its first x on. `all` hides nothing. */
  overlap: z.enum(["latest", "all"]).default("latest"),
  /** `drawn` leaves out what no line shows: first and last of each bucket. It is a quarter of the bytes. */
  columns: z.enum(["all", "drawn"]).default("all"),
  /** Whether the answer has the wall time of points. */
  times: z.boolean().default(false),
});
export type WindowInput = z.infer<typeof WindowInput>;
export type WindowQuestion = z.input<typeof WindowInput>;

export const AxesInput = z.object({ runIds: z.array(idSchema("run")).min(1).max(200) });
export type AxesInput = z.infer<typeof AxesInput>;

/** What some runs can be drawn over: axes of the built-in list that have points, then own axes of metrics. */
export interface AxisChoice {
  axis: string;
  /** Metrics of these runs that stand on it. */
  metrics: number;
}

const groupPoints = z.number().int().min(2).max(1000).default(200);

export const GroupInput = z.object({
  /** Runs that count as one line each, whether they are shown or not. */
  groups: z
    .array(z.object({ key: z.string().min(1).max(200), runIds: z.array(idSchema("run")).min(1).max(200) }))
    .min(1)
    .max(64),
  metric: metricName,
  xAxis: AxisInput.default(DEFAULT_AXIS),
  from: z.number().nullable().default(null),
  to: z.number().nullable().default(null),
  points: groupPoints,
  /** Of each run's own line, before they are put together. */
  smoothing: Smoothing.default({ kind: "none" }),
});
export type GroupInput = z.infer<typeof GroupInput>;

/**
 * Runs of one group put together at shared x. `n` are the runs with a finite value at an x, which all statistics are of,
 * `nonFinite` the points there that are NaN or infinite, beside finite ones too, and of these `posInf` and `negInf` the
 * infinite ones. Every other column has null where no run has a finite value; `low` and `high` are the 95 % t interval of
 * the mean, null below 3 runs. All in the metric's unit.
 */
export interface GroupBand {
  key: string;
  /** Runs with points of the metric between the bounds, of those with any on this axis, of those that have begun. */
  runs: number;
  sent: number;
  begun: number;
  /** Ids of the runs with a finite point between the bounds. */
  members: string[];
  /** Runs that have it over another axis only than the others, and are left out. */
  elsewhere: number;
  /** Resumed runs that begin again on this axis, as every clock does, and are left out. */
  restarted: number;
  /** `exact`: the runs share these x. `binned`: x are the middles of bins, and a run's value is the mean of its points in one. */
  aligned: "exact" | "binned";
  /** Bins are wider than the denser runs need, so that the sparsest has points in each. */
  coarsened: boolean;
  /** As in a window: another than asked where the metric has only its own. */
  axis: string;
  unplaced: number;
  hidden: number;
  x: number[];
  n: number[];
  nonFinite: number[];
  posInf: number[];
  negInf: number[];
  mean: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
  median: (number | null)[];
  iqm: (number | null)[];
  min: (number | null)[];
  max: (number | null)[];
}

export const BandInput = z.object({
  experimentId: idSchema("experiment"),
  metric: metricName,
  xAxis: AxisInput.default(DEFAULT_AXIS),
  points: groupPoints,
  /** Only the last train steps of each configuration, so many, over train step whatever axis is asked; else all. */
  last: z.number().int().positive().optional(),
});
export type BandInput = z.infer<typeof BandInput>;

/**
 * Mean over the seeds of one cell at shared x, with the 95 % t interval; low and high are null below 3 seeds. `n` are the seeds
 * with a finite value there; `nonFinite`, `posInf` and `negInf` count points, as in a group.
 */
export const SeedBand = z.object({
  cell: z.string(),
  config: z.string(),
  baseline: z.boolean(),
  /** Seeds with points in what was asked for, of those with any on this axis. */
  seeds: z.number().int(),
  sent: z.number().int(),
  /** As in a group. */
  elsewhere: z.number().int(),
  restarted: z.number().int(),
  /** As in a group: another than asked where the metric has only its own. */
  axis: z.string(),
  /** As in a group. */
  aligned: z.enum(["exact", "binned"]),
  coarsened: z.boolean(),
  /** Points that have no place on the asked axis. */
  unplaced: z.number().int(),
  x: z.array(z.number()),
  mean: z.array(z.number().nullable()),
  low: z.array(z.number().nullable()),
  high: z.array(z.number().nullable()),
  n: z.array(z.number().int()),
  nonFinite: z.array(z.number().int()),
  posInf: z.array(z.number().int()),
  negInf: z.array(z.number().int()),
});
export type SeedBand = z.infer<typeof SeedBand>;
