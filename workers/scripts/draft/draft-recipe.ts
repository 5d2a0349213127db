import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { z } from "zod";
import { issueText, readRecipeFile } from "../../protocol/recipes/check-file.ts";
import { HYDRA, type CommandPart } from "../../protocol/recipes/command.ts";
import { takesSeed } from "../../protocol/recipes/takes-seed.ts";
import type { RecipeFile } from "../../protocol/recipes/recipe-file.ts";
import { FolderProblem } from "../read-folder.ts";
import {
  draftArgument,
  type DraftedArgument,
  fieldName,
  freeFieldName,
  untakenName,
  fieldOf,
  slotOfRun,
  type Style,
} from "./draft-field.ts";
import { howStarted, type HowStarted } from "./how-started.ts";
import { placeOf } from "./recipe-place.ts";
import { metricsOf, stepsOf } from "./guesses.ts";
import { argumentOf, hydraArguments } from "./hydra-values.ts";
import { Constant, isBranch, leavesOf, readPlainYaml, type YamlTree } from "./plain-yaml.ts";
import { askScript, type AskedFacts, interpreterOf, mergeAsked } from "./ask-script.ts";
import { readScriptFacts, readText, type ScriptArgument, ScriptFacts } from "./read-script.ts";
import { argumentsOfClass, loggedBy, rolesOf } from "./trainer-arguments.ts";

type Written = z.input<typeof RecipeFile>;

/** A recipe file to begin with, and what a person should look at. */
export interface Draft {
  folder: string;
  /** Name of the file there. */
  file: string;
  /** Text of the file. */
  text: string;
  said: string[];
  /** What has to be mended before it can be launched as a matrix. */
  wrong: string[];
}

const NO_SEED =
  "No argument of the script takes a seed. Give it one and put {seed} into the command; without it only one seed can be launched.";

interface Parts {
  fields: NonNullable<Written["fields"]>;
  command: CommandPart[];
  lints: NonNullable<Written["lints"]>;
  config?: Written["config"];
  said: string[];
}

function partsOfArguments(given: readonly ScriptArgument[], style: Style): Parts {
  const parts: Parts = { fields: [], command: [], lints: [], said: [] };
  const [seen, names] = [new Set<string>(), new Set<string>()];
  for (const argument of given) {
    if (names.has(argument.name)) continue;
    names.add(argument.name);
    const { field, command, lint, said }: DraftedArgument = draftArgument(argument, style, seen);
    if (field) {
      seen.add(field.name);
      parts.fields.push(field);
    }
    parts.command.push(...command);
    if (lint) parts.lints.push(lint);
    if (said !== undefined) parts.said.push(said);
  }
  return parts;
}

/** Leaves of a YAML file as fields, and the slot that each of them gets. */
function partsOfYaml(tree: YamlTree): { fields: Parts["fields"]; slots: Map<string, string> } {
  const slots = new Map<string, string>();
  const taken = new Set<string>();
  const fields = leavesOf(tree).flatMap(([path, leaf]) => {
    const ofRun = slotOfRun(path);
    const name = ofRun ?? untakenName(path, taken);
    taken.add(name);
    slots.set(path, name);
    return ofRun === null ? [fieldOf(argumentOf(path, leaf), name).field] : [];
  });
  return { fields, slots };
}

/** A text of a tree in which a brace is a brace, and no slot. */
const literal = (value: unknown): unknown =>
  typeof value === "string"
    ? value.replaceAll(/[{}]/g, "$&$&")
    : Array.isArray(value)
      ? value.map(literal)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, literal(item)]))
        : value;

function slotted(tree: YamlTree, slots: ReadonlyMap<string, string>, path = ""): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => {
      const full = path === "" ? key : `${path}.${key}`;
      if (value instanceof Constant) return [key, literal(value.value)];
      return [key, isBranch(value) ? slotted(value, slots, full) : `{${slots.get(full)}}`];
    }),
  );
}

/** A script that reads a YAML file gets one that is written for the run. */
function partsOfYamlFile(folder: string, facts: ScriptFacts): Parts | null {
  const option = facts.arguments.find(({ name }) =>
    /^(config|config_file|config_path|cfg)$/.test(fieldName(name)),
  );
  const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
  const named = typeof option?.default === "string" ? relative(".", option.default) : undefined;
  const file =
    files.find((name) => name === named) ??
    files.find((name) => /^(config|train|default)/.test(name)) ??
    files[0];
  if (!facts.readsYaml || file === undefined) return null;
  const { tree, constants } = readPlainYaml(readText(join(folder, file)));
  const { fields, slots } = partsOfYaml(tree);
  const others = partsOfArguments(
    facts.arguments.filter((one) => one !== option),
    "argparse",
  );
  const own = new Set(fields.map((field) => field.name));
  const flag = option?.flag ?? "";
  return {
    fields: [...fields, ...others.fields.filter((field) => !own.has(field.name))],
    command: [flag === "" ? "{config}" : `${flag}={config}`, ...others.command],
    lints: others.lints,
    config: { format: "yaml", values: slotted(tree, slots) },
    said: [
      `Its values are those of ${file}, and each run gets a file of its own.`,
      ...(constants.length > 0
        ? [`These are no single values and stand in it as they are: ${constants.join(", ")}.`]
        : []),
      ...others.said,
    ],
  };
}

function partsOf(folder: string, facts: ScriptFacts): Parts {
  if (facts.hydra) {
    const { argumentsOfIt, said } = hydraArguments(folder, facts.hydra);
    const parts = partsOfArguments(argumentsOfIt, "hydra");
    const command = [...parts.command, `hydra.run.dir={output${HYDRA}}`];
    return { ...parts, command, said: [...parts.said, ...said] };
  }
  const fromYaml = partsOfYamlFile(folder, facts);
  if (fromYaml) return fromYaml;
  const style: Style = STYLES.find((one) => one === facts.style) ?? "argparse";
  const said: string[] = [];
  const foreign = facts.foreign.flatMap(({ name, package: from }) => {
    const known = argumentsOfClass(name);
    said.push(
      known
        ? `${name} is of ${from}: its usual arguments were added, others can be.`
        : `${name} is of ${from}, so its arguments are not in the script; add those that should be varied.`,
    );
    return known ?? [];
  });
  const parts = partsOfArguments([...facts.arguments, ...foreign], style);
  const command = style === "hydra" ? [...parts.command, `hydra.run.dir={output${HYDRA}}`] : parts.command;
  return { ...parts, command, said: [...parts.said, ...said] };
}
const STYLES: readonly Style[] = ["hf", "tyro", "hydra"];

/** Drafts the recipe of a training by reading it; nothing of it is run. `how` it is started. Throws `FolderProblem`. */
export const draftRecipe = (given: string, python?: string, how?: string): Draft =>
  draftOf(howStarted(given, how), python, null);

/**
 * The same with what its own parser says, where that can be asked: the script is run as far as that, which takes a person's
 * consent. `python`: its interpreter, else the one that is found beside it.
 */
export async function draftByAsking(
  given: string,
  python: string | undefined,
  env: NodeJS.ProcessEnv,
  how?: string,
): Promise<Draft> {
  const started = howStarted(given, how);
  const its = python ?? interpreterOf(started.folder, env);
  if (started.script === null) return draftOf(started, its, null);
  const asked = await askScript(started.folder, started.words, its, env);
  const draft = draftOf(started, its, "problem" in asked ? null : asked);
  if ("problem" in asked) return { ...draft, said: [asked.problem, ...draft.said] };
  return {
    ...draft,
    said: [`Its parser was asked, in ${its}; arguments: ${asked.arguments.length}.`, ...draft.said],
  };
}

/** What nothing is known of: no arguments, no metrics. */
const NO_FACTS = ScriptFacts.parse({ style: "", arguments: [] });

function draftOf(started: HowStarted, python: string | undefined, asked: AskedFacts | null): Draft {
  const { folder, script } = started;
  const source = script === null ? "" : readText(join(folder, script));
  const { facts: read, by } =
    script === null ? { facts: NO_FACTS, by: "python" as const } : readScriptFacts(source, python);
  const facts = asked === null ? read : mergeAsked(read, asked);
  const { fields, command, lints, config, said } = withVariables(started, partsOf(folder, facts));
  const steps = stepsOf(fields);
  const logged = loggedBy(source);
  const measured =
    facts.metrics.length > 0 || logged.length === 0
      ? metricsOf(facts.metrics)
      : { metrics: logged, primary: logged[0].name };
  const roles = rolesOf(
    source,
    fields.map(({ name }) => name),
  );
  const { file, slug } = placeOf(folder, started.command.at(-1) ?? "");
  const title = slug.replaceAll("-", " ");
  const written: Written = {
    slug,
    title: title.charAt(0).toUpperCase() + title.slice(1),
    version: "1.0",
    summary: `Runs ${started.command.join(" ")}.`,
    command,
    ...(config && { config }),
    fields,
    presets: [{ id: "default", title: "Default", reason: "The script's own defaults." }],
    ...(steps && { smoke: steps.smoke }),
    ...measured,
    lints,
    ...(Object.keys(roles).length > 0 && { roles }),
    ...(steps && { planned: { steps: `{${steps.field}}` } }),
    environment: [],
    devices: { gpus: started.gpus ?? 0 },
  };
  const text = `${JSON.stringify(written, null, 2)}\n`;
  const checked = readRecipeFile(text);
  if ("issues" in checked)
    throw new FolderProblem(checked.issues.map((issue) => issueText(file, issue)).join("\n"));
  return {
    folder,
    file,
    text,
    wrong: takesSeed(checked.file) ? [] : [NO_SEED],
    said: [
      ...started.said,
      ...said,
      ...(steps ? [steps.said] : []),
      ...advice(facts, by, fields.length, measured.metrics?.length ?? 0),
    ],
  };
}

/** The command with what stands before its arguments, and the variables that are set by name. */
function withVariables({ command, variables }: HowStarted, parts: Parts): Parts {
  const named = partsOfArguments(
    variables.map((one) => ({ ...one, flag: "" })),
    "argparse",
  );
  const own = new Set(named.fields.map(({ name }) => name));
  const set = variables.map(({ name }) => `${name}={${slotOfRun(name) ?? freeFieldName(name)}}`);
  const before = command[0] === "make" || set.length === 0 ? [] : ["env", ...set];
  return {
    ...parts,
    fields: [...named.fields, ...parts.fields.filter(({ name }) => !own.has(name))],
    command: [...before, ...command, ...(command[0] === "make" ? set : []), ...parts.command],
    said: [...named.said, ...parts.said],
  };
}

function advice(facts: ScriptFacts, by: "python" | "plain", fields: number, metrics: number): string[] {
  return [
    by === "plain"
      ? "There is no python3 that reads the script; only plain calls of add_argument were found."
      : "",
    fields === 0 ? "No argument was found: add fields and slots by hand." : "",
    fields > 0 ? "Ranges are wide: narrow them to what makes sense." : "",
    metrics === 0 ? "No logged name was found: name the metrics, the primary one first." : "",
    metrics > 0 && facts.metrics.length === 0
      ? "The metrics are those that its trainer logs by wandb or trackio; MLflow gets them without train/."
      : "",
  ].filter((line) => line !== "");
}
