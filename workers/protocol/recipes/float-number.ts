import type { ParamField, ParamValue, Params } from "../manifest.ts";

/**
 * A number of a float field on its way to a script. Typed parsers tell 3.0 from 3 and refuse the wrong one, which JavaScript
 * has no two numbers for, so it is written with a point also where it is whole. Everywhere else it is a number as any.
 */
export class FloatNumber {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  /** As an argument: "3.0", "0.25", "1e-7". */
  toString(): string {
    const text = Object.is(this.value, -0) ? "-0" : String(this.value);
    return /^-?\d+$/.test(text) ? `${text}.0` : text;
  }

  toJSON(): number {
    return this.value;
  }
}

/** The parameters of a run with the numbers of float fields marked as such. */
export const typedParams = (
  fields: readonly Pick<ParamField, "name" | "kind">[],
  params: Params,
): Record<string, ParamValue | FloatNumber> => {
  const floats = new Set(fields.filter(({ kind }) => kind === "float").map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "number" && floats.has(name) ? new FloatNumber(value) : value,
    ]),
  );
};
