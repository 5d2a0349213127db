import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isTest, sourceFiles, type SourceFile } from "./source-files.ts";

/** `npm run house`: how large this code is and how its pieces hang together, as a table. */

const ROOT = import.meta.dirname;

const linesOf = (text: string) => text.split("\n").length - 1;
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length;
const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

/** Files of the product whose one importer could hold them. */
export function importedOnce(files: readonly SourceFile[]): SourceFile[] {
  const importers = new Map<string, Set<string>>();
  for (const { file, imports } of files)
    for (const { target } of imports)
      if (target !== null) importers.set(target, (importers.get(target) ?? new Set()).add(file));
  return files.filter(({ file }) => importers.get(file)?.size === 1);
}

/** Words in string literals and JSX text that people read: at least three words, a letter first, no path and no class list. */
export function proseWords(text: string): number {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const texts = [...code.matchAll(/"([^"\n]*)"|`([^`]*)`|>([^<>{}]+)</g)].map((m) => m[1] ?? m[2] ?? m[3]);
  return sum(
    texts
      .map((found) => found.replace(/\$\{[^}]*\}/g, "x").trim())
      .filter((found) => /^[A-Za-z]/.test(found) && found.split(/\s+/).length >= 3)
      .map(wordsOf),
  );
}

/** Words of repairing linear programs, which are to stand in its pack and its trainer's folders alone. */
const LAB_WORD = /\b(IIS|iis|rr_at_5|RR@5|eval\/da|eval\/op|isClean|diagnosis)\b/;
const LAB_ROOMS =
  /^(packs\/|(workers\/(lab|lp|code|judge|recipes|trainer)|server\/(importers|services\/(failures|difficulty|labels)))\/)/;

/** Files of the product that name what only its pack is to name. */
export const withLabWords = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ file }) => !isTest(file) && /^(app|components|db|server|workers)\//.test(file))
    .filter(({ file, text }) => !LAB_ROOMS.test(file) && LAB_WORD.test(text))
    .map(({ file }) => file);

/** Files of core that import from within a pack, and not one of the lists by which packs are known; routes may. */
export const intoPacks = (files: readonly SourceFile[]): string[] =>
  files
    .filter(
      ({ file }) =>
        !isTest(file) && !file.startsWith("app/") && !file.startsWith("packs/") && !LAB_ROOMS.test(file),
    )
    .filter(({ imports }) => imports.some(({ target }) => /^packs\/[^/]+\//.test(target ?? "")))
    .map(({ file }) => file);

function figures(): [name: string, value: number][] {
  const all = sourceFiles();
  const product = all.filter(({ file }) => !isTest(file) && !file.startsWith("e2e/"));
  const once = importedOnce(product);
  const markdown = execFileSync("git", ["ls-files", "*.md"], { cwd: ROOT, encoding: "utf8" })
    .trim()
    .split("\n");
  const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
  return [
    ["files of the product", product.length],
    ["lines of the product", sum(product.map(({ text }) => linesOf(text)))],
    ["files with one importer", once.length],
    ["lines in them", sum(once.map(({ text }) => linesOf(text)))],
    ["test files", all.filter(({ file }) => isTest(file)).length],
    ["words of prose in literals", sum(product.map(({ text }) => proseWords(text)))],
    ["files outside the lab with words of it", withLabWords(all).length],
    ["files of core that import from within a pack", intoPacks(all).length],
    ["Markdown files", markdown.length],
    ["words of Markdown", sum(markdown.map((name) => wordsOf(read(name))))],
    ...["README.md", "ARCHITECTURE.md", "GLOSSARY.md", "CONTRIBUTING.md"].map((name): [string, number] => [
      `words of ${name}`,
      wordsOf(read(name)),
    ]),
  ];
}

if (process.argv[1] === import.meta.filename)
  for (const [name, value] of figures()) console.log(`${String(value).padStart(9)}  ${name}`);
