import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";

const ROOT = import.meta.dirname;
const SKIP = new Set(["node_modules", "migrations", "fixtures", "public", "docs"]);

function walk(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    if (name.startsWith(".") || SKIP.has(name)) return [];
    const path = join(dir, name);
    if (statSync(path).isDirectory()) return walk(path);
    return /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith(".d.ts") ? [path] : [];
  });
}

/** A file of code with its text and what it imports. */
export interface SourceFile {
  /** From the root, with slashes. */
  file: string;
  text: string;
  /** `target` is the file from the root; null for a package. */
  imports: { typeOnly: boolean; spec: string; target: string | null }[];
}

const IMPORT =
  /^[ \t]*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
const ALIASES = ["server", "db", "components", "packs"];

function resolveLocal(file: string, spec: string): string | null {
  if (spec.startsWith(".")) return posix.join(posix.dirname(file), spec);
  const alias = /^#([a-z]+)\//.exec(spec);
  if (alias && ALIASES.includes(alias[1])) return spec.slice(1);
  return null;
}

export const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /(^|\/)testing(\.|\/)/.test(file);

/** Every file of code in this checkout, for the tests that hold its rules. */
export function sourceFiles(): SourceFile[] {
  return walk(ROOT).map((path) => {
    const file = relative(ROOT, path).split(sep).join("/");
    const text = readFileSync(path, "utf8");
    const imports = [...text.matchAll(IMPORT)].map((match) => {
      const spec = match[2] ?? match[3];
      return { typeOnly: Boolean(match[1]), spec, target: resolveLocal(file, spec) };
    });
    return { file, text, imports };
  });
}
