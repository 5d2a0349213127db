import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { FloatNumber } from "../../protocol/recipes/float-number.ts";
import { FolderProblem } from "../read-folder.ts";
import { Constant, leavesOf, readPlainYaml } from "./plain-yaml.ts";
import { ANY } from "./draft-field.ts";
import { readText, type ScriptArgument, type ScriptFacts } from "./read-script.ts";

/** A value of a file as the argument that changes it. */
export function argumentOf(path: string, leaf: string | number | boolean | FloatNumber): ScriptArgument {
  const value = leaf instanceof FloatNumber ? leaf.value : leaf;
  const kind = leaf instanceof FloatNumber ? "float" : typeof leaf === "number" ? "int" : "";
  const argument = { name: path, kind, default: value, hasDefault: true, optional: false, choices: null };
  return { ...argument, help: "", action: "store", many: false, required: false };
}

interface Composed {
  arguments: ScriptArgument[];
  /** Paths that are no single values. */
  constants: string[];
  /** Groups whose file is not there. */
  unknown: string[];
}

const MOST_DEEP = 6;

/** Entries of a file's defaults that name a group and what is taken of it: "loss: pair", "/db@data: big", "pair". */
function groupsOf(text: string): { group: string; option: string; at: string | null }[] {
  const { tree } = readPlainYaml(text);
  const list = tree.defaults instanceof Constant ? tree.defaults.value : null;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (entry === "_self_" || entry === null) return [];
    const [given, option] =
      typeof entry === "object" ? Object.entries(entry as Record<string, unknown>)[0] : ["", entry];
    if (typeof option !== "string") return [];
    const [, group = "", at] = /^(?:override |optional )*\/?([^@]*)(?:@(.*))?$/.exec(given) ?? [];
    return group.startsWith("hydra") ? [] : [{ group, option, at: at ?? null }];
  });
}

/** The values of a file under the path of its group, and those of the groups that it takes, of which its own win. */
function compose(root: string, file: string, before: string, deep = 0): Composed {
  const text = readText(join(root, file));
  const { tree, constants, missing } = readPlainYaml(text);
  const { hydra: _hydra, defaults: _defaults, ...values } = tree;
  const isOurs = (path: string) => !/^(hydra|defaults)(\.|$)/.test(path);
  const named = (path: string) => (before === "" ? path : `${before}.${path}`);
  const own = leavesOf(values).map(([path, leaf]) =>
    missing.includes(path)
      ? { ...argumentOf(named(path), ""), kind: ANY, default: undefined, hasDefault: false, required: true }
      : argumentOf(named(path), leaf),
  );
  const found: Composed = {
    arguments: own,
    constants: constants.filter(isOurs).map(named),
    unknown: [],
  };
  for (const { group, option, at } of deep < MOST_DEEP ? groupsOf(text) : []) {
    const inside = join(dirname(file) === "." || group !== "" ? "" : dirname(file), group);
    const path = join(inside, /\.ya?ml$/.test(option) ? option : `${option}.yaml`);
    if (!existsSync(join(root, path))) {
      found.unknown.push(`${group || option}: ${option}`);
      continue;
    }
    const under = at === "_global_" ? "" : (at ?? group.replaceAll("/", "."));
    const below = compose(root, path, group === "" ? before : under, deep + 1);
    const taken = new Set(found.arguments.map(({ name }) => name));
    found.arguments.push(...below.arguments.filter(({ name }) => !taken.has(name)));
    found.constants.push(...below.constants);
    found.unknown.push(...below.unknown);
  }
  return found;
}

/** What may be changed of what hydra composes for a script: its file, and the groups of its defaults. Throws `FolderProblem`. */
export function hydraArguments(
  folder: string,
  { path, name }: NonNullable<ScriptFacts["hydra"]>,
): { argumentsOfIt: ScriptArgument[]; said: string[] } {
  const file = name.endsWith(".yaml") ? name : `${name}.yaml`;
  if (!existsSync(join(folder, path, file)))
    throw new FolderProblem(`The script reads ${join(path, file)} by hydra, and it is not in ${folder}.`);
  const { arguments: found, constants, unknown } = compose(join(folder, path), file, "");
  return {
    // "beta" stands in the command as it is; a name with dashes in front would be an option of hydra.
    argumentsOfIt: found.map((one) => ({ ...one, flag: one.name })),
    said: [
      ...(constants.length > 0
        ? [`Of ${join(path, file)} these are no single values and are left out: ${constants.join(", ")}.`]
        : []),
      ...(unknown.length > 0
        ? [
            `Groups of its defaults that are not in ${path}: ${unknown.join(", ")}; add what should be varied.`,
          ]
        : []),
    ],
  };
}
