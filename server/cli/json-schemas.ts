import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { z } from "zod";
import { INGEST_BASE, INGEST_BODIES } from "../../workers/protocol/ingest.ts";
import { RECIPE_FILE, RecipeFile } from "../../workers/protocol/recipes/recipe-file.ts";
import { loadVerbs } from "./verbs.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** Folder of the written schemas, and the command that writes them again. */
export const SCHEMA_DIR = join(ROOT, "docs", "json");
/** The schemas in it of what is sent or written by people instead of printed. */
export const WIRE_SCHEMA = "ingest.schema.json";
export const RECIPE_SCHEMA = "recipe-file.schema.json";
export const REGENERATE = "npm run schemas";

/**
 * JSON Schema (draft 2020-12) of what `npx ablab VERB --json` prints, by file name, as formatted text. Made from the
 * contract the verb declares; a verb that does not answer has none.
 */
export async function jsonSchemas(): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const verb of await loadVerbs()) {
    if (verb.answer === null) continue;
    const { $schema, ...shape } = z.toJSONSchema(verb.answer, { io: "output" });
    const schema = {
      $schema,
      title: `npx ablab ${verb.name} --json`,
      description: `What the verb prints with --json. The verb: ${verb.summary}.`,
      ...shape,
    };
    made.set(`${verb.name}.schema.json`, await written(verb.name, schema));
  }
  const { $schema, ...shape } = z.toJSONSchema(z.object(INGEST_BODIES), { io: "input" });
  const wire = {
    $schema,
    title: "Bodies of the wire for runs from outside",
    description: `By the last part of the URL below ${INGEST_BASE}/; of lines, one of them.`,
    ...shape,
  };
  made.set(WIRE_SCHEMA, await written("ingest", wire));
  return made.set(RECIPE_SCHEMA, await written("recipe-file", recipeFile()));
}

/** The file beside a script that makes it a recipe. */
function recipeFile(): object {
  const { $schema, ...shape } = z.toJSONSchema(RecipeFile, { io: "input" });
  return {
    $schema,
    title: RECIPE_FILE,
    description:
      "Beside a script, it makes a recipe of it. A command is a list of arguments with slots in braces and never a shell line. Checked by: npx ablab recipe check DIR.",
    ...shape,
  };
}

async function written(name: string, schema: object): Promise<string> {
  const file = join(SCHEMA_DIR, `${name}.schema.json`);
  return format(JSON.stringify(schema), { ...(await resolveConfig(file)), filepath: file });
}
