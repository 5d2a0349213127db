import { accessSync, constants, mkdirSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { Params } from "../protocol/manifest.ts";
import { CHECKPOINT_SLOT, renderCommand, renderTree, type SlotValues } from "../protocol/recipes/command.ts";
import { configText } from "../protocol/recipes/config-text.ts";
import { FloatNumber, typedParams } from "../protocol/recipes/float-number.ts";
import { FolderProblem, type Script } from "./read-folder.ts";

/** Folders and files of one attempt of a script, below the folder of the attempt. */
export interface ScriptPlaces {
  output: string;
  config: string;
}

export const scriptPlaces = (attemptFolder: string, { file }: Script): ScriptPlaces => ({
  output: join(attemptFolder, OUTPUT),
  config: join(attemptFolder, `config.${file.config?.format ?? "json"}`),
});

/** The folder of an attempt that belongs to its trainer. */
export const OUTPUT = "output";

/** What the slots of a script stand for in one run. */
export function slotValues(
  { file }: Script,
  places: ScriptPlaces,
  params: Params,
  run: { seed: number; id: string; name: string; gpus: number },
  inputs: Readonly<Record<string, string>>,
): SlotValues {
  const files = Object.fromEntries(Object.entries(inputs).map(([slot, path]) => [`input.${slot}`, path]));
  // A person names it, and what begins with "-" could be taken for an option where it stands alone.
  const name = run.name.replace(/^[-\s]+/, "") || run.id;
  const typed = typedParams(file.fields, params);
  const { seed, id: run_id, gpus } = run;
  return { ...files, ...typed, ...places, seed, run_id, run_name: name, gpus, processes: Math.max(1, gpus) };
}

/** Makes the folder that a script writes into, and its config file, whose texts lead where `toCopy` says. */
export function prepareScript(
  { file }: Script,
  places: ScriptPlaces,
  values: SlotValues,
  toCopy: (text: string) => string,
): void {
  mkdirSync(places.output, { recursive: true, mode: 0o700 });
  if (!file.config) return;
  const every = Object.fromEntries(
    [...file.fields.map(({ name }) => name), "seed"].map((name) => [name, `{${name}}`]),
  );
  const rendered = renderTree(file.config.values ?? every, values);
  const tree = withTexts(rendered, toCopy) as Record<string, unknown>;
  writeFileSync(places.config, configText(tree, file.config.format), { mode: 0o600 });
}

/** A tree with each of its texts as another one. */
function withTexts(tree: unknown, change: (text: string) => string): unknown {
  if (typeof tree === "string") return change(tree);
  if (Array.isArray(tree)) return tree.map((item) => withTexts(item, change));
  if (typeof tree !== "object" || tree === null || tree instanceof FloatNumber) return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, withTexts(value, change)]));
}

/** Parameters as conditions read them: a secret field, which no run has a value of, has one where the machine has. */
const conditionsOf = (params: Params, values: SlotValues): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const secret = value === "" ? values[name] : undefined;
      return [name, typeof secret === "string" ? secret : value];
    }),
  );

/**
 * The argument list of a script, with a program that is there; `python` stands for what it calls so, where it brings its own.
 * Throws `FolderProblem` where there is none.
 */
export function scriptCommand(
  { folder, file }: Script,
  params: Params,
  values: SlotValues,
  path: string,
  python?: string,
): string[] {
  const written = renderCommand(file.command, conditionsOf(params, values), values);
  const argv = written.map((word, i) => (i === 0 && /^python3?$/.test(word) ? (python ?? word) : word));
  const [program = ""] = argv;
  if (program === "" || findProgram(program, folder, path) === null)
    throw new FolderProblem(
      program.includes("/")
        ? `${file.slug} starts ${program}, and there is no such program in its folder.`
        : `${file.slug} starts "${program}", and this worker has no such program on its PATH. Install it, or name another one in ablab.recipe.json.`,
    );
  return argv;
}

/** The arguments that make a script go on from a checkpoint. */
export const resumeArguments = (
  { file }: Script,
  params: Params,
  values: SlotValues,
  checkpoint: string,
): string[] =>
  renderCommand(file.checkpoint?.resume ?? [], params, { ...values, [CHECKPOINT_SLOT]: checkpoint });

/** Where a program is: a path from the folder, or a name on the PATH; null where there is none that may be run. */
export function findProgram(program: string, folder: string, path: string): string | null {
  const places = program.includes("/")
    ? [resolve(folder, program)]
    : path.split(delimiter).map((place) => join(place === "" ? "." : place, program));
  return (
    places.find((place) => {
      try {
        accessSync(place, constants.X_OK);
        return statSync(place).isFile();
      } catch {
        return false;
      }
    }) ?? null
  );
}

/** Variables of the worker's own environment that a trainer gets; everything else, secrets included, stays out. */
const PASSED_ON =
  /^(PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|XDG_CACHE_HOME|HF_HOME|CUDA_HOME|CUDA_CACHE_PATH|NODE_COMPILE_CACHE|NVIDIA_[A-Z_]+|OMP_NUM_THREADS|MKL_NUM_THREADS|LD_LIBRARY_PATH|PYTORCH_(CUDA_)?ALLOC_CONF|NCCL_[A-Z0-9_]+|TORCH_HOME|TRITON_CACHE_DIR|HF_HUB_CACHE|HF_DATASETS_CACHE|TRANSFORMERS_CACHE)$/;

export function passedOn(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter(([name, value]) => value !== undefined && PASSED_ON.test(name));
  return Object.fromEntries(entries) as Record<string, string>;
}

/** The variables of the worker's environment that a recipe asks for by name. */
export const askedVariables = ({ file }: Script, env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    file.environment.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
