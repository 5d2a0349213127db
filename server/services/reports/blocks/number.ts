import { z } from "zod";
import { idSchema } from "../../../contracts/ids.ts";
import type { NumberAnswer } from "../../../contracts/reports/report-answer.ts";
import { answerNumber } from "../answers/number.ts";
import { nText, numberText } from "../html/draw-card.ts";
import { drawNumber } from "../html/draw-number.ts";
import { h } from "../html/element.ts";
import { metricKey, nameKey } from "./query-keys.ts";
import type { ReportBlock } from "./report-block.ts";

const AT = z
  .string()
  .regex(/^(final|first|\d{1,9})$/, 'The key "at" takes final, first, or the train step of an evaluation.')
  .default("final");

/**
 * One number. Its subject is a configuration of an experiment (mean over its seeds), or one run, or one evaluation.
 * `difference: baseline` gives the difference to the experiment's baseline with the interval of the ablation table.
 */
const NumberQuery = z
  .strictObject({
    kind: z.literal("number"),
    metric: metricKey,
    experiment: idSchema("experiment").optional(),
    config: nameKey.optional(),
    run: idSchema("run").optional(),
    evaluation: idSchema("evaluation").optional(),
    at: AT,
    difference: z.literal("baseline", 'The key "difference" takes the word baseline.').optional(),
    show: z
      .enum(["value", "interval", "full"], 'The key "show" takes value, interval or full.')
      .default("interval"),
  })
  .refine(
    (q) => [q.experiment, q.run, q.evaluation].filter((s) => s !== undefined).length === 1,
    "Say what the number is of: experiment and config, or run, or evaluation.",
  )
  .refine((q) => q.experiment === undefined || q.config !== undefined, {
    message: "A number of an experiment needs the key config: which of its configurations.",
  })
  .refine((q) => q.experiment !== undefined || (q.config === undefined && q.difference === undefined), {
    message: "The keys config and difference belong to a number of an experiment.",
  });

export type NumberQuery = z.infer<typeof NumberQuery>;

export const NUMBER: ReportBlock<NumberQuery, NumberAnswer> = {
  query: NumberQuery,
  gives: "number",
  answer: answerNumber,
  draw: (answer, { state }) => [h("p", { class: "r-lone" }, drawNumber(answer, state, "full"))],
  text: (answer) => `${numberText(answer)} (${[nText(answer), answer.caveat].filter(Boolean).join("; ")})`,
  counted: () => null,
  numbers: (answer) => {
    const { metric, difference, special, value } = answer;
    return [{ ...answer, name: difference ? `${metric} (difference)` : metric, value: special ?? value }];
  },
  isMarked: () => true,
};
