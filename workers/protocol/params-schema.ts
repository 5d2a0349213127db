import { z } from "zod";
import type { ParamField, Params, ParamValue } from "./manifest.ts";

function rangeText(field: ParamField & { min: number; max: number }): string {
  return `${field.label} (${field.name}) must be ${field.kind === "int" ? "a whole number" : "a number"} from ${field.min} to ${field.max}${field.unit ? " " + field.unit : ""}.`;
}

/**
 * A value that begins with "-" could be taken for an option where it stands alone in a command. Half of a pair of UTF-16 has no
 * bytes in UTF-8: it would arrive as another character.
 */
const ONE_LINE = /^(?!-)[^\p{Cc}\p{Cs}]*$/u;
const LONGEST_TEXT = 400;

/** Whether a field can hold a text. */
export const isParamText = (text: string): boolean => text.length <= LONGEST_TEXT && ONE_LINE.test(text);

function fieldSchema(field: ParamField): z.ZodType<ParamValue> {
  switch (field.kind) {
    case "int":
    case "float": {
      const text = rangeText(field);
      const base = z.number({ error: text }).min(field.min, text).max(field.max, text);
      return field.kind === "int" ? base.int(text) : base;
    }
    case "bool":
      return z.boolean({ error: `${field.label} (${field.name}) is either true or false.` });
    case "choice": {
      const values = field.choices.map((c) => c.value);
      return z.enum(values as [string, ...string[]], {
        error: `${field.label} (${field.name}) must be one of: ${values.join(", ")}.`,
      });
    }
    case "text": {
      const text = `${field.label} (${field.name}) is a text in one line, at most ${LONGEST_TEXT} characters, that does not begin with "-".`;
      return z.string({ error: text }).max(LONGEST_TEXT, text).regex(ONE_LINE, text);
    }
    case "problems": {
      const text = `${field.label} (${field.name}) is "generated" or the name of a registered benchmark, in one line, at most 120 characters, that does not begin with "-".`;
      return z.string({ error: text }).min(1, text).max(120, text).regex(ONE_LINE, text);
    }
  }
}

/**
 * The one schema of a recipe's parameters: the form, the server, the command line and the worker all parse with it.
 * Unknown names are refused, missing ones are an error (callers overlay defaults first).
 */
export function paramsSchema(fields: ParamField[]): z.ZodType<Params> {
  const shape = Object.fromEntries(fields.map((f) => [f.name, fieldSchema(f)]));
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `Unknown parameter ${issue.keys.map((k) => `"${k.slice(0, 80)}"`).join(", ")}. See the recipe's fields for the names it has.`
        : undefined,
  });
}
