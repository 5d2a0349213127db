import type { ParamValue } from "../manifest.ts";

/** A parameter as it was before the client made a text of it: Python's numbers, truths and None. */
export function paramOf(text: string): ParamValue {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/.test(text) && Number.isFinite(Number(text))) {
    const number = Number(text);
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
  }
  if (text === "True" || text === "False") return text === "True";
  return text === "None" ? "null" : text;
}
