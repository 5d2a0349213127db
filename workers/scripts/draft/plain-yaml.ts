import { isAlias, isMap, isScalar, type Node, parseDocument, type YAMLMap } from "yaml";
import { FloatNumber } from "../../protocol/recipes/float-number.ts";
import { slotOfRun } from "./draft-field.ts";
import { FolderProblem } from "../read-folder.ts";

type Scalar = string | number | FloatNumber | boolean;
/** What a form cannot change, a list or a null, and stands in the file of each run as it stood. */
export class Constant {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}
export type YamlTree = { [key: string]: YamlTree | Scalar | Constant };

const WHOLE = /^[-+]?(0|[1-9][\d_]*)$/;
const FLOAT = /^[-+]?(\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(e[-+]?\d+)?$/i;
/** What hydra and OmegaConf call a value that has to be given. */
const MISSING = "???";

/** A plain scalar as YAML 1.1 reads it, 1.0 as a float and 1_000 as 1000; undefined for null. */
function scalarOf(text: string): Scalar | undefined {
  if (text === "" || /^(~|null|Null|NULL)$/.test(text)) return undefined;
  if (/^(true|yes|on)$/i.test(text)) return true;
  if (/^(false|no|off)$/i.test(text)) return false;
  const number = Number(text.replaceAll("_", ""));
  if (WHOLE.test(text)) return number;
  return FLOAT.test(text) && /[.e]/i.test(text) ? new FloatNumber(number) : text;
}

/**
 * A YAML file as a draft offers it: nested maps whose single values become fields. What is none, a list for instance, is a constant,
 * and its path is in `constants`; a value that has to be given is in `missing`. Throws `FolderProblem`.
 */
export function readPlainYaml(text: string): { tree: YamlTree; constants: string[]; missing: string[] } {
  const document = parseDocument(text, { logLevel: "silent", version: "1.1", uniqueKeys: false });
  const [error] = document.errors;
  if (error) throw new FolderProblem(`It is no YAML: ${error.message.split("\n")[0]}`);
  const constants: string[] = [];
  const missing: string[] = [];

  function valueOf(given: Node | null, path: string): YamlTree[string] {
    const node = isAlias(given) ? (given.resolve(document) as Node | null | undefined) : given;
    if (isMap(node) && node.items.length > 0) return treeOf(node, `${path}.`);
    if (isScalar(node) && node.type === "PLAIN") {
      if (node.source === MISSING) missing.push(path);
      const scalar = scalarOf(node.source ?? "");
      if (scalar !== undefined) return scalar;
      // A seed of null is one all the same.
      if (slotOfRun(path) !== null) return "";
    } else if (isScalar(node) && typeof node.value === "string" && node.type?.startsWith("QUOTE"))
      return node.value;
    constants.push(path);
    return new Constant(node ? node.toJS(document, { maxAliasCount: 100 }) : null);
  }

  function treeOf(map: YAMLMap, before: string): YamlTree {
    const tree: YamlTree = {};
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.source ?? key.value) : String(key);
      const node = isAlias(value) ? value.resolve(document) : value;
      if (name === "<<" && isMap(node)) Object.assign(tree, treeOf(node, before));
      else tree[name] = valueOf(value as Node | null, `${before}${name}`);
    }
    return tree;
  }

  const { contents } = document;
  return { tree: isMap(contents) ? treeOf(contents, "") : {}, constants, missing };
}

export const isBranch = (value: YamlTree[string]): value is YamlTree =>
  typeof value === "object" && !(value instanceof FloatNumber) && !(value instanceof Constant);

/** The leaves of a tree that a form can change, by their path, joined by points. */
export function leavesOf(tree: YamlTree, path = ""): [string, Scalar][] {
  return Object.entries(tree).flatMap(([key, value]): [string, Scalar][] => {
    const full = path === "" ? key : `${path}.${key}`;
    if (value instanceof Constant) return [];
    return isBranch(value) ? leavesOf(value, full) : [[full, value]];
  });
}
