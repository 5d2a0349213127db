import { z } from "zod";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { ASK_LIMITS } from "../ask-limits.ts";
import { idSchema } from "../ids.ts";
import { DEFAULT_BUCKETS } from "./series-window.ts";
import { type AskedSmoothing, SMOOTHING_LIMITS, type Smoothing as SmoothingKind } from "./smoothing.ts";

export { X_AXES, type AxisName, type XAxis } from "../x-axes.ts";
export type { PackedWindow, SeriesWindow } from "./series-window.ts";

const { weight, sigma, width } = SMOOTHING_LIMITS;
/** What a series is called. */
export const MetricName = z.string().min(1).max(256);

/** One of `X_AXES`, the own axis of some series, or a metric that is on the same step. */
export const AxisInput = z.string().min(1).max(ASK_LIMITS.axis);

export const Smoothing = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("ema"), weight: z.number().min(weight.min).max(weight.max) }),
  z.object({ kind: z.literal("gaussian"), sigma: z.number().min(sigma.min).max(sigma.max) }),
  z.object({ kind: z.literal("mean"), width: z.number().int().min(width.min).max(width.max) }),
]) satisfies z.ZodType<SmoothingKind, SmoothingKind>;

/** What a line has at an x of several values: their mean, around which they spread, or the one that was logged last. */
export const SharedX = z.enum(["mean", "last"]);
export type SharedX = z.infer<typeof SharedX>;

/** Of lines that are each answered by themselves. */
const OwnSmoothing = z.union([Smoothing, z.object({ kind: z.literal("auto") })]) satisfies z.ZodType<
  AskedSmoothing,
  AskedSmoothing
>;

/** A series of which the asker has every point up to `x`, on the series' own axis. */
const Reached = z.object({ attemptId: idSchema("attempt"), metric: MetricName, x: z.number() });

export const WindowInput = z.object({
  runIds: z.array(idSchema("run")).min(1).max(200),
  metrics: z.array(MetricName).min(1).max(64),
  xAxis: AxisInput.default(DEFAULT_AXIS),
  /** Bounds on the asked axis, both included; null is open. */
  from: z.number().nullable().default(null),
  to: z.number().nullable().default(null),
  buckets: z.number().int().min(2).max(4000).default(DEFAULT_BUCKETS),
  /** For these series only what lies beyond; the others are answered whole. */
  after: z.array(Reached).max(4000).default([]),
  smoothing: OwnSmoothing.default({ kind: "none" }),
  /** `latest`: an attempt hides what earlier ones have from its first x on. `all` hides nothing. */
  overlap: z.enum(["latest", "all"]).default("latest"),
  sharedX: SharedX.default("mean"),
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
