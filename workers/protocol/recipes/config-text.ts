export const CONFIG_FORMATS = ["json", "yaml", "toml"] as const;
export type ConfigFormat = (typeof CONFIG_FORMATS)[number];

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A number that each format reads as a number: YAML 1.1 takes `1e-6` for a text, and TOML wants a digit after the point.
 * Infinities and NaN cannot be parameters.
 */
function numberText(value: number): string {
  const text = String(value);
  return /e/.test(text) && !/\./.test(text) ? text.replace("e", ".0e") : text;
}

/** A text in the double quotes that JSON, YAML and TOML share. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll("\u007f", "\\u007f");

/** TOML has no null: what has no value is left out of a table, and a list may hold none (`toml-nulls.ts`). */
const hasValue = (value: unknown): boolean => value !== null && value !== undefined;

function inline(value: unknown, format: "yaml" | "toml"): string {
  if (typeof value === "number") return numberText(value);
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

/** The text of a config file. */
export function configText(tree: Tree, format: ConfigFormat): string {
  if (format === "json") return `${JSON.stringify(tree, null, 2)}\n`;
  return format === "yaml" ? yaml(tree, "") || "{}\n" : toml(tree, []).trimStart();
}
