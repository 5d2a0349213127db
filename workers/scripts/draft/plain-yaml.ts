import { FloatNumber } from "../../protocol/recipes/float-number.ts";

type Scalar = string | number | FloatNumber | boolean;
export type YamlTree = { [key: string]: YamlTree | Scalar };

const WHOLE = /^[-+]?(0|[1-9][\d_]*)$/;
const FLOAT = /^[-+]?(\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(e[-+]?\d+)?$/i;

/**
 * Scalars as YAML 1.1 reads them, 1.0 as a float and 1_000 as 1000; null, lists and texts in blocks are none that a form could
 * change.
 */
function scalarOf(text: string): Scalar | undefined {
  const bare = text.replace(/\s+#.*$/, "").trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"$|^'((?:[^']|'')*)'$/.exec(text.trim().replace(/(["'])\s+#.*$/, "$1"));
  if (quoted) return (quoted[1] ?? quoted[2].replaceAll("''", "'")).replace(/\\(.)/g, "$1");
  if (bare === "" || /^[[{|>&*!]|^(~|null|Null|NULL)$/.test(bare)) return undefined;
  if (/^(true|yes|on)$/i.test(bare)) return true;
  if (/^(false|no|off)$/i.test(bare)) return false;
  const number = Number(bare.replaceAll("_", ""));
  if (WHOLE.test(bare)) return number;
  return FLOAT.test(bare) && /[.e]/i.test(bare) ? new FloatNumber(number) : bare;
}

/**
 * The part of a YAML file that a form can offer: maps of scalars, nested by indentation. What is anything else, a list for
 * instance, is left out, and its keys are in `leftOut`.
 */
export function readPlainYaml(text: string): { tree: YamlTree; leftOut: string[] } {
  const tree: YamlTree = {};
  const leftOut: string[] = [];
  const open: { indent: number; into: YamlTree; path: string }[] = [{ indent: -1, into: tree, path: "" }];
  /** Deeper lines than this belong to something that is not read. */
  let skipped = Infinity;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(#|$|---|\.\.\.|%)/.test(line)) continue;
    const indent = line.search(/\S/);
    if (indent > skipped) continue;
    skipped = Infinity;
    const [, key, rest] = /^\s*("[^"]*"|'[^']*'|[^\s:#-][^:]*?)\s*:(?:\s+(.*))?$/.exec(line) ?? [];
    if (key === undefined) continue;
    while (open[open.length - 1].indent >= indent) open.pop();
    const { into, path } = open[open.length - 1];
    const name = key.replace(/^["']|["']$/g, "");
    const full = path === "" ? name : `${path}.${name}`;
    if (rest === undefined || /^\s*(#.*)?$/.test(rest)) {
      const below: YamlTree = {};
      into[name] = below;
      open.push({ indent, into: below, path: full });
      continue;
    }
    const value = scalarOf(rest);
    if (value !== undefined) into[name] = value;
    else {
      leftOut.push(full);
      skipped = indent;
    }
  }
  return { tree: pruned(tree), leftOut };
}

/** A tree without branches that hold nothing. */
function pruned(tree: YamlTree): YamlTree {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]): [string, YamlTree[string]][] => {
      if (!isBranch(value)) return [[key, value]];
      const below = pruned(value);
      return Object.keys(below).length > 0 ? [[key, below]] : [];
    }),
  );
}

export const isBranch = (value: YamlTree[string]): value is YamlTree =>
  typeof value === "object" && !(value instanceof FloatNumber);

/** The leaves of a tree by their path, joined by points. */
export function leavesOf(tree: YamlTree, path = ""): [string, Scalar][] {
  return Object.entries(tree).flatMap(([key, value]): [string, Scalar][] => {
    const full = path === "" ? key : `${path}.${key}`;
    return isBranch(value) ? leavesOf(value, full) : [[full, value]];
  });
}
