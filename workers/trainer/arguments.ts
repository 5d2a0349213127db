import {
  defaultParams,
  type GivenInputs,
  type Params,
  readParam,
  type RecipeManifest,
} from "../protocol/manifest.ts";
import { paramsSchema } from "../protocol/params-schema.ts";
import { findRecipe, RECIPES } from "../recipes/catalog.ts";

/** What a trainer was asked to do. */
export interface TrainerRequest {
  recipe: RecipeManifest;
  params: Params;
  seed: number;
}

/** A command line that cannot be run, in one sentence for the person who typed it. */
export class ArgumentError extends Error {}

const MAX_SEED = 2 ** 31 - 1;

/**
 * Reads `<recipe> --seed=N --param=value ...`, as `trainerArgs` writes it. What is missing gets its default, seed 0.
 * Throws ArgumentError for an unknown recipe or name, a value outside its range, or a parameter that blocks a launch.
 */
export function readArguments(argv: readonly string[]): TrainerRequest {
  const [slug, ...rest] = argv;
  const recipe = findRecipe(slug ?? "");
  if (!recipe) {
    const known = RECIPES.map((r) => r.slug).join(", ");
    throw new ArgumentError(
      `${slug ? `There is no recipe "${slug}"` : "No recipe was named"}. Known: ${known}.`,
    );
  }
  const written = new Map(rest.map(splitArgument));
  const seed = readSeed(written.get("seed") ?? "0");
  written.delete("seed");
  const values: Record<string, unknown> = defaultParams(recipe);
  for (const [name, text] of written) {
    const field = recipe.fields.find((f) => f.name === name);
    values[name] = field ? readParam(field, text) : text;
  }
  const parsed = paramsSchema(recipe.fields).safeParse(values);
  if (!parsed.success) throw new ArgumentError(parsed.error.issues[0].message);
  const request = { recipe, params: parsed.data, seed };
  refuseBlocked(request);
  return request;
}

/** Throws ArgumentError where the recipe itself would stop this launch; with `given` also for what its inputs are. */
export function refuseBlocked({ recipe, params }: TrainerRequest, given?: GivenInputs): void {
  const blocked = recipe.lints(params, given).find((lint) => lint.level === "block");
  if (blocked) throw new ArgumentError(`${blocked.claim} ${blocked.detail}`);
}

function splitArgument(argument: string): [string, string] {
  const match = /^--([a-z0-9_]+)=(.*)$/s.exec(argument);
  if (!match) throw new ArgumentError(`"${argument}" is not of the form --name=value.`);
  return [match[1], match[2]];
}

function readSeed(text: string): number {
  const seed = Number(text);
  if (text.trim() === "" || !Number.isInteger(seed) || seed < 0 || seed > MAX_SEED) {
    throw new ArgumentError(`The seed must be a whole number from 0 to ${MAX_SEED}, not "${text}".`);
  }
  return seed;
}
