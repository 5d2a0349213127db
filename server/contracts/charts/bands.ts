import { z } from "zod";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { idSchema } from "../ids.ts";
import type { Standings } from "../on-record.ts";
import { AxisInput, MetricName, SharedX, Smoothing } from "./series.ts";

const runIds = z.array(idSchema("run")).min(1).max(200);

/** Whose seeds are put together: configurations of an experiment, those behind some runs, or runs as somebody grouped them. */
export const BandsOf = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("experiment"), id: idSchema("experiment") }),
  /** `whole`: all seeds of the configurations that the runs belong to; else the named runs alone. */
  z.object({ kind: z.literal("runs"), runIds, whole: z.boolean() }),
  /** Runs that count as one line each, whether they are shown or not. */
  z.object({
    kind: z.literal("groups"),
    groups: z
      .array(z.object({ key: z.string().min(1).max(200), runIds }))
      .min(1)
      .max(64),
  }),
]);
export type BandsOf = z.infer<typeof BandsOf>;

/** What is asked of them. */
export const BandsQuestion = z.object({
  metric: MetricName,
  xAxis: AxisInput.default(DEFAULT_AXIS),
  /** Bounds on the asked axis, both included; null is open. */
  from: z.number().nullable().default(null),
  to: z.number().nullable().default(null),
  /** Only the last train steps of each line, so many, over train step whatever axis and bounds are asked; else all. */
  last: z.number().int().positive().optional(),
  /** Most x of a line. */
  points: z.number().int().min(2).max(1000).default(200),
  /** Of each run's own line, before they are put together. */
  smoothing: Smoothing.default({ kind: "none" }),
  /** Of each run's own line, before they are smoothed. */
  sharedX: SharedX.default("mean"),
  /** `mean`: median, iqm, min and max are left out, as empty lists. It is two thirds of the bytes. */
  statistics: z.enum(["mean", "all"]).default("mean"),
});
export type BandsQuestion = z.infer<typeof BandsQuestion>;

export const BandsInput = BandsQuestion.extend({ of: BandsOf });
export type BandsInput = z.infer<typeof BandsInput>;
/** With what may be left out. */
export type BandsAsked = z.input<typeof BandsInput>;

/** Which middle of the seeds is the line, and what around it is the band: the interval of the mean, or lowest to highest. */
export type BandMode = "mean-ci" | "mean-range" | "median-range" | "iqm-range";

/**
 * Seeds put together at shared x. `n` are the runs with a finite value at an x, which all statistics are of, `nonFinite` the
 * points there that are NaN or infinite, beside finite ones too, and of these `posInf` and `negInf` the infinite ones. Every
 * other column has null where no run has a finite value; `low` and `high` are the 95 % t interval of the mean, null below 3
 * runs. All in the metric's unit.
 */
export interface SeedBand {
  /** Experiment and cell of a configuration; of groups, as they were asked for. */
  key: string;
  /** Name of the configuration; of groups their key. */
  label: string;
  /** Its experiment compares with it; never of groups, nor of named runs alone. */
  baseline: boolean;
  /** Runs with points of the metric between the bounds, of those with any on this axis, of those that have begun. */
  runs: number;
  sent: number;
  begun: number;
  /** Ids of the runs with a finite point between the bounds. */
  members: string[];
  /** Of each member its index among `standings`. */
  standings: number[];
  /** Runs of a seed that another run counts for, as far as configurations were asked for. */
  leftOut: number;
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
  /** As in a window, of any of its runs. */
  ofLogger?: boolean;
  /** Points that have no place on the asked axis, and those that a later attempt hides. */
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

/**
 * A line for each configuration or group, without columns where it has no point, and what is on record of the members as far
 * as it says whether lines of this metric may be ranked.
 */
export interface SeedBands extends Standings {
  bands: SeedBand[];
}
