import type { z } from "zod";
import { type CommandPart, HYDRA, RUN_SLOTS } from "../../protocol/recipes/command.ts";
import { isParamText } from "../../protocol/params-schema.ts";
import type { RecipeFile } from "../../protocol/recipes/recipe-file.ts";
import { isSecretField, variableOf } from "../../protocol/recipes/secret-fields.ts";
import type { ScriptArgument } from "./read-script.ts";

type Written = z.input<typeof RecipeFile>;
export type DraftedField = NonNullable<Written["fields"]>[number];
type Lint = NonNullable<Written["lints"]>[number];

/** An argument as parts of a recipe. */
export interface DraftedArgument {
  field: DraftedField | null;
  command: CommandPart[];
  lint?: Lint;
  /** A sentence for who drafts it. */
  said?: string;
}

export type Style = "argparse" | "hf" | "tyro" | "hydra";

/** A value whose kind nobody says: hydra reads it, a number as a number. */
export const ANY = "any";
/** No argument but a word of the command: the subcommand that trains. */
const WORD = "word";
const WIDE = { int: 1_000_000_000, float: 1_000_000 };
/** Arguments that every run has a value for. */
const OF_RUN: [RegExp, string][] = [
  [/^(seed|random_seed|rng_seed)$/, "seed"],
  [/^(output_dir|output|out|out_dir|save_dir|save_path|log_dir|logdir|results_dir|work_dir)$/, "output"],
  [/^(run_name|exp_name|experiment_name)$/, "run_name"],
  [/^run_id$/, "run_id"],
];
/** Arguments that take a checkpoint to go on from. */
const GOES_ON = /^resume(_from)?(_checkpoint|_path|_dir)?$/;
const MOST_CHOICES = 100;
const LONGEST_CHOICE = 200;

/** A name as fields have it: small letters, digits and _. */
export const fieldName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .replace(/_+$/, "")
    .slice(0, 60) || "value";

/** The slot of the run that an argument stands for; null where it is a parameter. */
export const slotOfRun = (name: string): string | null =>
  OF_RUN.find(([pattern]) => pattern.test(fieldName(name.split(".").at(-1) ?? name)))?.[1] ?? null;

/** The name of a field of this argument; one that every run has a value for means something else there. */
export const freeFieldName = (name: string): string => {
  const own = fieldName(name);
  return own in RUN_SLOTS ? `script_${own}` : own;
};

const MOST_NAME = 60;

/** The same among others that are taken: of long names that begin alike the end tells them apart. */
export function untakenName(name: string, taken: ReadonlySet<string>): string {
  const own = freeFieldName(name);
  if (!taken.has(own)) return own;
  const whole = name.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  const ends = [
    whole.slice(-MOST_NAME).replace(/^[^a-z]+/, ""),
    ...NUMBERS.map((n) => `${own.slice(0, MOST_NAME - 3)}_${n}`),
  ];
  return ends.find((one) => one !== "" && !taken.has(one) && !(one in RUN_SLOTS)) ?? own;
}
const NUMBERS = Array.from({ length: 98 }, (_, i) => i + 2);

/** How a parser of this style wants its option to be written. */
function flagOf({ name, flag }: ScriptArgument, style: Style): string {
  if (flag !== undefined) return flag;
  if (style === "hydra") return name;
  return style === "tyro" ? `--${name.replaceAll("_", "-")}` : `--${name}`;
}

const label = (name: string): string => {
  const words = name.replaceAll(/[_.-]+/g, " ").trim();
  return words === "" ? fieldName(name) : words.charAt(0).toUpperCase() + words.slice(1, 120);
};

type Kind = "int" | "float" | "bool" | "choice" | "text";

function kindOf({ kind, action, choices, default: value }: ScriptArgument): Kind {
  if (choices && choices.length > 0) return "choice";
  if (/^store_(true|false)$|BooleanOptionalAction/.test(action)) return "bool";
  if (/^(bool|str2bool|strtobool|string_to_bool|pybool)$/.test(kind) || typeof value === "boolean")
    return "bool";
  const isNumber = typeof value === "number" || value === undefined;
  if (kind === "int" && isNumber) return "int";
  if (kind === "float" && isNumber) return "float";
  if (kind === "" && typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return "text";
}

/** A field of an argument; `isEmpty` where an empty text stands for leaving the argument out. */
export function fieldOf(argument: ScriptArgument, name: string): { field: DraftedField; isEmpty: boolean } {
  const kind = kindOf(argument);
  const value = argument.default ?? null;
  const shared = { name, label: label(argument.name), reason: argument.help.trim().slice(0, 1000) };
  if (kind === "bool")
    return {
      field: {
        ...shared,
        kind,
        default: value === true || (argument.action === "store_false" && value === null),
      },
      isEmpty: false,
    };
  if (kind === "choice") {
    const choices = [...new Set(argument.choices)]
      .filter((one) => one !== "" && one.length <= LONGEST_CHOICE)
      .map((one) => ({ value: one }));
    const chosen = choices.find((one) => one.value === String(value))?.value;
    const isList = choices.length > 0 && choices.length <= MOST_CHOICES;
    if (isList && (chosen !== undefined || argument.required))
      return { field: { ...shared, kind, default: chosen ?? choices[0].value, choices }, isEmpty: false };
  }
  const isHeld = kind === "int" ? Number.isSafeInteger(value) : Number.isFinite(value);
  if ((kind === "int" || kind === "float") && typeof value === "number" && isHeld) {
    const most = Math.min(Math.max(WIDE[kind], Math.abs(value) * 1000), Number.MAX_VALUE);
    return {
      field: { ...shared, kind, default: value, min: value < 0 ? -most : 0, max: most },
      isEmpty: false,
    };
  }
  const text = typeof value === "string" && isParamText(value) ? value : "";
  return { field: { ...shared, kind: "text", default: text }, isEmpty: text === "" };
}

/** An argument of a parser as a field with its place in the command. */
export function draftArgument(
  argument: ScriptArgument,
  style: Style,
  taken: ReadonlySet<string> = new Set(),
): DraftedArgument {
  if (argument.action === WORD) return { field: null, command: [argument.name] };
  const flag = flagOf(argument, style);
  const quote =
    style === "hydra" && argument.kind !== ANY && /^(text|choice)$/.test(kindOf(argument)) ? HYDRA : "";
  const written = (slot: string) => (flag === "" ? `{${slot}${quote}}` : `${flag}={${slot}${quote}}`);
  const slot = slotOfRun(argument.name);
  if (slot !== null)
    return { field: null, command: [slot === "seed" ? written(slot).replace(HYDRA, "") : written(slot)] };
  if (argument.action === "store_true" && argument.default === true)
    return {
      field: null,
      command: [],
      said: `${flag} is on whatever the command says (store_true with default=True); it is left out.`,
    };
  if (argument.many)
    return { field: null, command: [], said: `${flag || argument.name} takes a list; it is left out.` };
  if (/^(help|version|count|append|append_const|store_const)$/.test(argument.action))
    return { field: null, command: [], said: `${flag} (${argument.action}) is left out.` };
  const name = untakenName(argument.name, taken);
  if (GOES_ON.test(name) && (argument.default ?? "") === "" && argument.action === "store")
    return {
      field: null,
      command: [],
      said: `${flag} is left out. For Resume to give it the last checkpoint, add "checkpoint": {"pattern": "checkpoint-*", "resume": ["${flag}={checkpoint}"]}, with the pattern of its checkpoints below {output}.`,
    };
  if (kindOf(argument) === "text" && isSecretField({ name, kind: "text" })) {
    const variable = variableOf({ name, kind: "text" });
    const reason = `A secret: its value is ${variable} in the worker's environment.`;
    return {
      field: { ...fieldOf({ ...argument, default: "" }, name).field, reason },
      command: [written(name)],
      said: `${flag || argument.name} is a secret: its value is taken from ${variable} in the worker's environment, stands in no form and in no run, and is left out where the worker has no such variable.`,
    };
  }
  const { field, isEmpty } = fieldOf(argument, name);
  if (field.kind === "bool") return { field, command: switched(argument, flag, name, style) };
  if (!isEmpty) return { field, command: [written(name)] };
  const isOwn = (argument.default ?? "") !== "";
  if (!argument.required)
    return {
      field,
      command: [{ when: [{ field: name, notIn: [""] }], args: [written(name)] }],
      ...(isOwn && {
        said: `${flag || argument.name} has a default that a field cannot hold; where the field is empty the script takes its own.`,
      }),
    };
  return {
    field,
    command: [written(name)],
    lint: {
      id: `${name}_missing`,
      level: "block",
      field: name,
      when: [{ field: name, in: [""] }],
      claim: `${field.label ?? name} is missing.`,
      detail: "The script has no default for it.",
    },
  };
}

/** A yes or no as its parser wants it. */
function switched({ action, kind }: ScriptArgument, flag: string, name: string, style: Style): CommandPart[] {
  const where = (value: boolean, argument: string): CommandPart => ({
    when: [{ field: name, in: [value] }],
    args: [argument],
  });
  if (action === "store_true") return [where(true, flag)];
  if (action === "store_false") return [where(false, flag)];
  if (style === "tyro" || action === "BooleanOptionalAction")
    return [where(true, flag), where(false, flag.replace(/([^.]*)$/, "no-$1").replace(/^no---/, "--no-"))];
  if (kind === "pybool") return [where(true, `${flag}=True`), where(false, `${flag}=False`)];
  // Whatever reads a text as yes or no reads these two words; `type=bool` itself takes every text that is not empty for yes.
  return kind === "bool" && style === "argparse"
    ? [where(true, `${flag}=True`), where(false, `${flag}=`)]
    : [`${flag}={${name}}`];
}
