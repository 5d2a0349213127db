import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type EvaluationInput,
  InputFile,
  type LabelsInput,
  type NetworkInput,
  type ProblemsInput,
} from "../protocol/inputs.ts";
import { KIND_WORDS } from "../protocol/recipes/kind-words.ts";
import type { GivenInputs, RecipeManifest } from "../protocol/manifest.ts";
import type { TrainInputs } from "../recipes/recipe.ts";
import { Refusal } from "../recipes/refusal.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The files a run was given, and what identifies each. */
export interface GivenFiles {
  inputs: TrainInputs;
  given: GivenInputs;
}

/**
 * Reads `<slot>.json` for every input of a recipe from the folder that ABLAB_INPUTS names; without the variable every slot
 * is empty. Throws `Refusal` for an unreadable folder, a file no slot asks for, a file that is not what it should be, one
 * of another kind, and an empty slot that the recipe requires.
 */
export function readInputs(recipe: RecipeManifest, environment: Environment = process.env): GivenFiles {
  const folder = environment.ABLAB_INPUTS;
  const names = folder ? filesIn(folder) : [];
  const slots = recipe.inputs.map((input) => input.slot);
  for (const name of names) {
    if (slots.includes(name.slice(0, -5))) continue;
    const known = slots.length > 0 ? `its inputs are: ${slots.join(", ")}` : "it takes none";
    throw new Refusal(`${join(folder ?? "", name)} is no input of ${recipe.slug}; ${known}.`);
  }
  const files = new Map<string, InputFile>();
  for (const { slot, kind, required } of recipe.inputs) {
    const name = `${slot}.json`;
    if (folder && names.includes(name)) {
      const file = readInput(join(folder, name));
      if (file.kind !== kind) {
        throw new Refusal(
          `${join(folder, name)} holds ${KIND_WORDS[file.kind]}, but the input "${slot}" of ${recipe.slug} takes ${KIND_WORDS[kind]}.`,
        );
      }
      files.set(slot, file);
    } else if (required) {
      const where = folder ? `${join(folder, name)} does not exist` : "ABLAB_INPUTS names no folder";
      throw new Refusal(
        `${recipe.slug} needs ${KIND_WORDS[kind]} as "${slot}", but ${where}. Choose a finished run that leaves one.`,
      );
    }
  }
  return { inputs: accessTo(files), given: identities(files) };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch (error) {
    throw new Refusal(
      `ABLAB_INPUTS names ${folder}, which cannot be read (${(error as Error).message}). Create it or unset the variable.`,
      { cause: error },
    );
  }
}

function readInput(path: string): InputFile {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Refusal(`${path} is not JSON (${(error as Error).message}). Fetch the input again.`, {
      cause: error,
    });
  }
  const file = InputFile.safeParse(content);
  if (file.success) return file.data;
  const [issue] = file.error.issues;
  throw new Refusal(
    `${path} is not an input file: ${issue.path.join(".") || "the whole"}: ${issue.message}. Fetch the input again.`,
  );
}

function identityOf(file: InputFile): string {
  if ("sha256" in file) return file.sha256;
  if (file.kind === "folder") return `${file.checkpoint.attemptId}/${file.checkpoint.path}`;
  return file.kind === "problems" ? file.hash : file.id;
}

/** A network is what its bytes are, a problem set what its problems are; an evaluation or a label set is known by its id. */
function identities(files: ReadonlyMap<string, InputFile>): GivenInputs {
  return Object.fromEntries(Array.from(files, ([slot, file]) => [slot, identityOf(file)]));
}

function accessTo(files: ReadonlyMap<string, InputFile>): TrainInputs {
  const required = (slot: string): InputFile => {
    const file = files.get(slot);
    if (!file) throw new Error(`The input "${slot}" is empty, though the recipe counts on it.`);
    return file;
  };
  return {
    network: (slot) => (files.get(slot) as NetworkInput | undefined) ?? null,
    evaluation: (slot) => required(slot) as EvaluationInput,
    labels: (slot) => required(slot) as LabelsInput,
    problems: (slot) => (files.get(slot) as ProblemsInput | undefined) ?? null,
  };
}
