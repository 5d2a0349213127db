import { z } from "zod";
import { idSchema } from "../ids.ts";

export const REPRODUCTION_VERDICTS = ["reproduced", "not_reproduced", "not_comparable"] as const;

/** Why a reported value and a measured one cannot be compared. */
export const NOT_COMPARABLE_REASONS = [
  "no_number",
  "no_configuration",
  "no_measurement",
  "no_interval",
  "other_reward",
  "other_definition",
  "other_problems",
] as const;
export type NotComparableReason = (typeof NOT_COMPARABLE_REASONS)[number];

/** A reported value beside what was measured here. `server/checks/tables/reproduction.ts` alone decides. */
export const Reproduction = z.object({
  verdict: z.enum(REPRODUCTION_VERDICTS),
  because: z.enum(NOT_COMPARABLE_REASONS).nullable(),
});
export type Reproduction = z.infer<typeof Reproduction>;

export const BesideInput = z.object({
  project: z.string().max(200).nullish(),
  /** The table whose values are asked for; without one, only which there are. */
  table: z.string().max(60).nullish(),
  /** Its configurations are judged beside the entries of the same name. */
  experiment: idSchema("experiment").nullish(),
});
export type BesideInput = z.infer<typeof BesideInput>;

export const MeasuredBeside = z.object({
  metric: z.string(),
  config: z.string(),
  unit: z.string(),
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  seeds: z.number().int(),
});

export const ReportedBeside = z.object({
  key: z.string(),
  text: z.string(),
  value: z.number().nullable(),
  n: z.number().nullable(),
  /** Null where no experiment was asked about. */
  reproduction: Reproduction.nullable(),
  measured: MeasuredBeside.nullable(),
});
export type ReportedBeside = z.infer<typeof ReportedBeside>;

export const TableName = z.object({ id: z.string(), title: z.string(), document: z.string() });

export const BesideAnswer = z.object({
  /** Tables with results of entries. */
  tables: z.array(TableName),
  shown: TableName.extend({
    entries: z.array(z.object({ name: z.string(), values: z.array(ReportedBeside) })),
  }).nullable(),
});
export type BesideAnswer = z.infer<typeof BesideAnswer>;

export const ReproduceInput = z.object({
  /** Id of a reported table, or its title. */
  id: z.string().max(300),
  /** Where it was run again; its result then stands beside what was reported. */
  experiment: idSchema("experiment").nullish(),
  /** The name of one of its entries. */
  entry: z.string().max(500),
});
export type ReproduceInput = z.infer<typeof ReproduceInput>;

export const ReproducePlan = z.object({
  id: z.string(),
  title: z.string(),
  document: z.string(),
  entry: z.string(),
  /** The nearest recipe; null where none fits. */
  recipe: z
    .object({ slug: z.string(), title: z.string(), preset: z.string(), presetTitle: z.string() })
    .nullable(),
  /** Fields that the form is filled with, as reported. */
  same: z.array(z.object({ field: z.string(), label: z.string(), text: z.string(), from: z.string() })),
  /** What was reported and cannot be set here, or is set otherwise. */
  differs: z.array(
    z.object({ name: z.string(), text: z.string(), here: z.string().nullable(), from: z.string() }),
  ),
  /** What was reported of it. */
  values: z.array(z.object({ key: z.string(), text: z.string(), n: z.number().nullable() })),
  /** By field what the form is filled with beyond the preset. */
  set: z.record(z.string(), z.string()),
});
export type ReproducePlan = z.infer<typeof ReproducePlan>;

export const ReproduceAnswer = z.object({
  plan: ReproducePlan,
  /** Beside the experiment that was named; null without one. */
  result: z.array(ReportedBeside).nullable(),
});
export type ReproduceAnswer = z.infer<typeof ReproduceAnswer>;
