import { z } from "zod";
import { ASK_LIMITS } from "../ask-limits.ts";
import type { Standings } from "../on-record.ts";
import { parseColumnId } from "../run-table-columns.ts";
import { CurveRunsInput, type CurveRun, type CurveVariant } from "./curves.ts";

/** Runs that are drawn as dots or lines of their settings; the newest of more. */
export const MOST_VALUED = 1000;

const Whose = CurveRunsInput.omit({ limit: true, offset: true });
const ValueColumn = z
  .string()
  .max(ASK_LIMITS.column)
  .refine((id) => ["metric", "param"].includes(parseColumnId(id)?.kind ?? ""), {
    error: "A column is a metric, as metric:reward/raw:last, or a parameter, as param:learning_rate.",
  });

/** What named runs, or those of a filter, have in some columns. */
export const RunValuesInput = Whose.extend({ columns: z.array(ValueColumn).max(ASK_LIMITS.valueColumns) });
export type RunValuesInput = z.infer<typeof RunValuesInput>;

/** A run with its value in each column: a number is finite, and null was not measured, is not finite or not set. */
export interface ValuedRun extends Pick<CurveRun, "id" | "name" | "seed" | "variant" | "state" | "standing"> {
  values: (number | string | boolean | null)[];
}

/** A parameter that the runs do not all have the same setting of. */
export interface VariedParam {
  name: string;
  /** Different ones, and how many runs have one at all. */
  settings: number;
  runs: number;
  /** All settings are numbers. */
  numeric: boolean;
}

export interface RunValues extends Standings {
  /** Newest launch first, at most `MOST_VALUED` of `total`. */
  runs: ValuedRun[];
  total: number;
  variants: CurveVariant[];
  params: VariedParam[];
  metrics: string[];
}

export const ImportanceInput = Whose.extend({
  outcome: ValueColumn.refine((id) => parseColumnId(id)?.kind === "metric", {
    error: "The outcome is a metric, as metric:reward/raw:last.",
  }),
});
export type ImportanceInput = z.infer<typeof ImportanceInput>;

const ParameterShare = z.object({
  names: z.array(z.string()).min(1).describe("the parameter, and those that always change with it"),
  levels: z.number().int().describe("different settings, or quarters of the runs"),
  inQuarters: z.boolean().describe("a number of many settings, read in quarters of the runs"),
  share: z.number().describe("of the variance of the outcome between the levels, epsilon squared, 0 to 1"),
  p: z.number().describe("chance that some parameter reaches this share where none does anything"),
});

/** Runs whose outcome is one quantity, and what their parameters decide of it. */
const ImportanceGroup = z.object({
  words: z.string().describe("what these runs share and the other groups do not; empty where there is one"),
  runs: z.number().int().describe("finished runs with a value, which the shares are of"),
  seeds: z.number().int().describe("different seeds that these runs say"),
  withoutSeed: z.number().int().describe("runs that say no seed, each of which counts for itself"),
  configurations: z.number().int(),
  parameters: z.array(ParameterShare).describe("the largest share first"),
  chance: z
    .number()
    .nullable()
    .describe("what the largest share stays below in 95 % of draws where nothing matters"),
  together: z
    .array(z.object({ a: z.string(), b: z.string(), v: z.number() }))
    .describe("parameters that vary together, entirely or nearly; v is Cramér's V"),
  scattered: z.array(z.string()).describe("words that differ from run to run"),
  unvaried: z.number().int().describe("parameters of a single setting"),
  why: z
    .enum(["few", "equal", "unvaried"])
    .nullable()
    .describe("why there are no shares: fewer than 8 runs, equal outcomes, or nothing varied"),
});
export type ImportanceGroup = z.infer<typeof ImportanceGroup>;

export const SweepImportance = z.object({
  outcome: z.string().describe("the column, as metric:reward/raw:last"),
  title: z.string(),
  reducer: z.string(),
  total: z.number().int().describe("runs that fit"),
  finished: z.number().int().describe("of these, those that finished"),
  valued: z.number().int().describe("of these, those with a finite value"),
  unranked: z.number().int().describe("of these, those of which it is not on record how they were measured"),
  groups: z.array(ImportanceGroup).describe("the largest first; runs of several are never put together"),
});
export type SweepImportance = z.infer<typeof SweepImportance>;
