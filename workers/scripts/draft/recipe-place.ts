import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isRecipeFile, RECIPE_FILE } from "../../protocol/recipes/recipe-file.ts";

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "")
    .slice(0, 40);

/** Whether a recipe file names this word of a command; what cannot be read names nothing. */
function starts(path: string, word: string): boolean {
  try {
    const { command } = JSON.parse(readFileSync(path, "utf8")) as { command?: unknown };
    return Array.isArray(command) && command.includes(word);
  } catch {
    return false;
  }
}

/**
 * The file and the slug of a draft: the usual one, and beside a recipe of another script one that is named after its own. `word`:
 * what its command names the script by.
 */
export function placeOf(folder: string, word: string): { file: string; slug: string } {
  const own = slug(basename(folder)) || "script";
  const there = readdirSync(folder).filter(isRecipeFile);
  const same = there.find((name) => starts(join(folder, name), word));
  const stem = slug(basename(word).replace(/\.(py|sh|bash|mk)$/, ""));
  if (same !== undefined || !there.includes(RECIPE_FILE) || stem === "")
    return { file: same ?? RECIPE_FILE, slug: own };
  return {
    file: `${stem}.${RECIPE_FILE}`,
    slug: slug(`${own.slice(0, Math.max(8, 39 - stem.length)).replace(/-+$/, "")}-${stem}`),
  };
}
