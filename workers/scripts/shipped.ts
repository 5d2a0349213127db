import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readScript } from "./read-folder.ts";

/** Recipes that come with this checkout, and the file that says what they hold. */
export const SHIPPED_FOLDERS = join(import.meta.dirname, "..", "..", "recipes", "trl");

/** Content hash of each recipe that comes with this checkout, by its slug, as its folder is at this moment. */
export function shippedHashes(): Record<string, string> {
  const scripts = readdirSync(SHIPPED_FOLDERS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "parts" && !entry.name.startsWith("."))
    .map(({ name }) => readScript(join(SHIPPED_FOLDERS, name)))
    .toSorted((a, b) => (a.file.slug < b.file.slug ? -1 : 1));
  return Object.fromEntries(scripts.map(({ file, hash }) => [file.slug, hash]));
}

/** What `shipped-recipes.ts` holds. */
export function shippedText(hashes: Readonly<Record<string, string>>): string {
  const lines = Object.entries(hashes).map(([slug, hash]) => `  "${slug}": "${hash}",\n`);
  return `/** Content of the recipes that come with this version, by slug. Written by \`npm run shipped\`. */
export const SHIPPED_RECIPES: Readonly<Record<string, string>> = {
${lines.join("")}};
`;
}
