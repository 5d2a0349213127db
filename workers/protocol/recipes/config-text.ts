import { FloatNumber } from "./float-number.ts";

export const CONFIG_FORMATS = ["json", "yaml", "toml"] as const;
export type ConfigFormat = (typeof CONFIG_FORMATS)[number];

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof FloatNumber);

/**
 * A number that each format reads as a number: YAML 1.1 takes `1e-6` for a text, and TOML wants a digit after the point.
 * Infinities and NaN cannot be parameters.
 */
function numberText(value: number | FloatNumber): string {
  const text = String(value);
  return /e/.test(text) && !/\./.test(text) ? text.replace("e", ".0e") : text;
}

/** Characters that YAML takes for line breaks inside quotes, or that it or TOML does not read as they are. */
const SPELLED = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A text in the double quotes that JSON, YAML and TOML share. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(SPELLED, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** TOML has no null: what has no value is left out of a table, and a list may hold none (`toml-nulls.ts`). */
const hasValue = (value: unknown): boolean => value !== null && value !== undefined;

function inline(value: unknown, format: "yaml" | "toml"): string {
  if (typeof value === "number" || value instanceof FloatNumber) return numberText(value);
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map((item) => inline(item, format)).join(", ")}]`;
  if (isTree(value)) {
    const mark = format === "yaml" ? ": " : " = ";
    return `{${Object.entries(value)
      .filter(([, item]) => format === "yaml" || hasValue(item))
      .map(([key, item]) => `${quoted(key)}${mark}${inline(item, format)}`)
      .join(", ")}}`;
  }
  return typeof value === "boolean" ? String(value) : "null";
}

const plainKey = (key: string): string => (/^[A-Za-z_][\w-]*$/.test(key) ? key : quoted(key));
/** Words that YAML 1.1 takes for true, false or null where they stand as a key. */
const yamlKey = (key: string): string =>
  /^(y|n|yes|no|on|off|true|false|null)$/i.test(key) ? quoted(key) : plainKey(key);

function yaml(tree: Tree, indent: string): string {
  return Object.entries(tree)
    .map(([key, value]) =>
      isTree(value) && Object.keys(value).length > 0
        ? `${indent}${yamlKey(key)}:\n${yaml(value, `${indent}  `)}`
        : `${indent}${yamlKey(key)}: ${inline(value, "yaml")}\n`,
    )
    .join("");
}

function toml(tree: Tree, path: readonly string[]): string {
  const entries = Object.entries(tree).filter(([, value]) => hasValue(value));
  const own = entries.filter(([, value]) => !isTree(value));
  const below = entries.filter(([, value]) => isTree(value));
  const head = path.length > 0 ? `\n[${path.map(plainKey).join(".")}]\n` : "";
  return (
    head +
    own.map(([key, value]) => `${plainKey(key)} = ${inline(value, "toml")}\n`).join("") +
    below.map(([key, value]) => toml(value as Tree, [...path, key])).join("")
  );
}

/** JSON as `JSON.stringify` indents it, but for a float, which it would write without its point. */
function json(value: unknown, indent: string): string {
  if (value instanceof FloatNumber) return String(value);
  const deeper = `${indent}  `;
  const lines = (all: string[], [open, close]: [string, string]) =>
    all.length === 0 ? open + close : `${open}\n${deeper}${all.join(`,\n${deeper}`)}\n${indent}${close}`;
  if (Array.isArray(value))
    return lines(
      value.map((item) => json(item, deeper)),
      ["[", "]"],
    );
  if (!isTree(value)) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return lines(
    entries.map(([key, item]) => `${JSON.stringify(key)}: ${json(item, deeper)}`),
    ["{", "}"],
  );
}

/** The text of a config file. */
export function configText(tree: Tree, format: ConfigFormat): string {
  if (format === "json") return `${json(tree, "")}\n`;
  return format === "yaml" ? yaml(tree, "") || "{}\n" : toml(tree, []).trimStart();
}
