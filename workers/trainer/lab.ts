import { closeSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { presetParams, type RecipeManifest } from "../protocol/manifest.ts";
import { findRecipe, RECIPES } from "../recipes/catalog.ts";
import type { SavedState } from "../recipes/recipe.ts";
import { ArgumentError, readArguments } from "./arguments.ts";
import { openEmitter, writeAll } from "./emit.ts";
import { Summary } from "./summary.ts";
import { exitCodeOf, trainRequest } from "./train-request.ts";

const USAGE = `npm run lab -- list [--json]
npm run lab -- run RECIPE [--preset=ID] [--seed=N] [--param=value ...] [--events=FILE] [--state=FILE] [--json]

Runs a recipe in this process, without a server. Its log goes to stderr and a summary to stdout; --json writes all events
to stdout instead, one per line, with the summary as the last. --events writes them to a file. With --state an interrupted
training goes on where it was, to the weights of one that was never interrupted. ABLAB_INPUTS names a folder with what the
recipe takes from other runs.`;

/** Takes an option of the lab itself out of the arguments. */
function take(args: string[], name: string): string | null {
  const at = args.findIndex((arg) => arg.startsWith(`--${name}=`));
  return at < 0 ? null : args.splice(at, 1)[0].slice(name.length + 3);
}

function takeFlag(args: string[], name: string): boolean {
  const at = args.indexOf(`--${name}`);
  if (at >= 0) args.splice(at, 1);
  return at >= 0;
}

/** A file that holds the whole of the last state, or of the one before, whenever the process ends. */
function stateFile(path: string, { slug, version }: RecipeManifest): SavedState {
  return {
    recipe: `${slug}@${version}`,
    read() {
      try {
        return readFileSync(path, "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw new ArgumentError(
          `The state file ${path} cannot be read (${(error as Error).message}). Name another one.`,
          { cause: error },
        );
      }
    },
    write(_trainStep, state) {
      writeFileSync(`${path}.part`, state());
      renameSync(`${path}.part`, path);
    },
  };
}

const described = ({ slug, title, presets }: RecipeManifest) =>
  [`${slug}: ${title}`, ...presets.map(({ id, reason }) => `  ${id.padEnd(18)} ${reason}`)].join("\n");

function list(args: string[]): void {
  const isJson = takeFlag(args, "json");
  if (args.length > 0) throw new ArgumentError(`"${args[0]}" is no option of list.\n${USAGE}`);
  const recipes = RECIPES.map(({ slug, version, title, summary, presets, fields, inputs }) => ({
    slug,
    version,
    title,
    summary,
    presets: presets.map(({ id, title, reason, params }) => ({ id, title, reason, params })),
    params: fields.map(({ name, kind, default: value, reason }) => ({ name, kind, default: value, reason })),
    inputs: inputs.map(({ slot, kind, required }) => ({ slot, kind, required })),
  }));
  const text = isJson ? JSON.stringify(recipes) : RECIPES.map(described).join("\n");
  writeAll(1, `${text}\n`);
}

/** The parameters of a preset as arguments, before those that are written out and win. */
function withPreset(args: string[], preset: string | null): string[] {
  const [slug = "", ...rest] = args;
  const recipe = findRecipe(slug);
  if (preset === null || !recipe) return args;
  try {
    const params = Object.entries(presetParams(recipe, preset));
    return [slug, ...params.map(([name, value]) => `--${name}=${value}`), ...rest];
  } catch (error) {
    throw new ArgumentError((error as Error).message, { cause: error });
  }
}

async function run(args: string[]): Promise<"finished" | "stopped"> {
  const [preset, events, state] = ["preset", "events", "state"].map((name) => take(args, name));
  const isJson = takeFlag(args, "json");
  const request = readArguments(withPreset(args, preset));
  const saved = state === null ? undefined : stateFile(state, request.recipe);
  const goesOn = saved !== undefined && saved.read() !== null;
  const file = events === null ? null : openSync(events, goesOn ? "a" : "w");
  const summary = new Summary(request, preset);
  const { emit, log } = openEmitter({});
  const ended = await trainRequest(
    request,
    {
      emit(event) {
        summary.add(event);
        if (isJson) emit(event);
        if (file !== null) writeAll(file, `${JSON.stringify(event)}\n`);
      },
      log,
    },
    saved,
  );
  if (file !== null) closeSync(file);
  writeAll(
    1,
    isJson ? `${JSON.stringify({ t: "summary", ...summary.end(ended) })}\n` : `${summary.text(ended)}\n`,
  );
  return ended;
}

/** `npm run lab`: the recipes without a server. */
process.exitCode = await exitCodeOf(async () => {
  const [verb, ...args] = process.argv.slice(2);
  if (verb === "run") return run(args);
  if (verb === "list") list(args);
  else if (verb === undefined || verb === "--help" || verb === "-h") writeAll(1, `${USAGE}\n`);
  else throw new ArgumentError(`There is no verb "${verb}" of the lab.\n${USAGE}`);
  return "finished";
});
