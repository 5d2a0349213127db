import { z } from "zod";
import type { Params } from "../manifest.ts";

const Value = z.union([z.number(), z.boolean(), z.string().max(400)]);

/** One comparison of a field with a value; `equalTo` compares two fields. */
export const Comparison = z
  .strictObject({
    field: z.string().max(80),
    in: z.array(Value).min(1).max(50).optional(),
    notIn: z.array(Value).min(1).max(50).optional(),
    above: z.number().optional(),
    below: z.number().optional(),
    atLeast: z.number().optional(),
    atMost: z.number().optional(),
    equalTo: z.string().max(80).optional(),
    differsFrom: z.string().max(80).optional(),
  })
  .refine((given) => Object.keys(given).length > 1, {
    error:
      "A condition names a field and at least one of: in, notIn, above, below, atLeast, atMost, equalTo, differsFrom.",
  });
export type Comparison = z.infer<typeof Comparison>;

/** Holds where all of its comparisons hold. */
export const Condition = z.array(Comparison).min(1).max(20);
export type Condition = z.infer<typeof Condition>;

/** Every field that a condition names. */
export const fieldsOfCondition = (condition: Condition): string[] =>
  condition.flatMap(({ field, equalTo, differsFrom }) =>
    [field, equalTo, differsFrom].filter((f) => f !== undefined),
  );

function compares(params: Params, given: Comparison): boolean {
  const value = params[given.field];
  const number = typeof value === "number" ? value : Number.NaN;
  return (
    (given.in === undefined || given.in.includes(value)) &&
    (given.notIn === undefined || !given.notIn.includes(value)) &&
    (given.above === undefined || number > given.above) &&
    (given.below === undefined || number < given.below) &&
    (given.atLeast === undefined || number >= given.atLeast) &&
    (given.atMost === undefined || number <= given.atMost) &&
    (given.equalTo === undefined || value === params[given.equalTo]) &&
    (given.differsFrom === undefined || value !== params[given.differsFrom])
  );
}

export const holds = (condition: Condition, params: Params): boolean =>
  condition.every((comparison) => compares(params, comparison));
