import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { countOf } from "../wording/counts.ts";

const ROOT = join(import.meta.dirname, "..", "..");
export const LICENCES_FILE = join(ROOT, "docs", "licences.md");

/** What the lock file says of one package in one place of the tree. */
export interface LockedPackage {
  /** Where it lies: node_modules/a, or node_modules/a/node_modules/b. */
  path: string;
  name: string;
  version: string;
  license: string;
  integrity: string | null;
  resolved: string | null;
  /** Only work on Ablab itself needs it; nothing of it runs in a server or reaches a browser. */
  dev: boolean;
}

type LockEntry = Partial<Record<"version" | "license" | "integrity" | "resolved", string>> & {
  dev?: boolean;
};

/** Every package of the lock file, by name. */
export function lockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockEntry>;
  };
  return Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, entry]) => ({
      path,
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version: entry.version ?? "",
      license: entry.license ?? "not said",
      integrity: entry.integrity ?? null,
      resolved: entry.resolved ?? null,
      dev: entry.dev === true,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
}

/** docs/licences.md: what an installation brings with it, by licence, as formatted Markdown. */
export async function licences(): Promise<string> {
  const shipped = lockedPackages().filter(({ dev }) => !dev);
  const kinds = [...new Set(shipped.map(({ license }) => license))].toSorted();
  const sections = kinds.map((kind) => {
    const names = shipped.filter(({ license }) => license === kind).map((p) => `${p.name} ${p.version}`);
    const unique = [...new Set(names)];
    return `## ${kind}\n\n${countOf(unique.length, "package")}: ${unique.join(", ")}.\n`;
  });
  const head =
    "# Licences of what an installation brings\n\nWritten by `npm run licences` from the lock file. Packages for other platforms are listed too; what only work on Ablab itself needs is not.\n";
  const file = await resolveConfig(LICENCES_FILE);
  return format([head, ...sections].join("\n"), { ...file, filepath: LICENCES_FILE });
}
