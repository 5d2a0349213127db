import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LICENCES_FILE, licences, lockedPackages } from "./server/cli/licences.ts";

/** What is installed: no version with a known hole, nothing that nobody can check, no licence that nobody looked at. */

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");

/**
 * The first version without a known hole, wherever in the tree a package lies; with what was wrong before. Raise one when
 * an advisory says so.
 */
const FLOORS: Record<string, [version: string, why: string]> = {
  next: ["16.4.6", "GHSA-2xp9-vwfh-vxw4, CVE-2026-75604, and all of May and July 2026"],
  react: ["19.2.6", "CVE-2025-55182 and what followed it up to CVE-2026-64641"],
  "react-dom": ["19.2.6", "as react"],
  "drizzle-orm": ["0.45.2", "CVE-2026-39356: identifiers were not escaped"],
  "better-sqlite3": ["13.2.0", "a SQLite from before 3.51.3 can lose data"],
  tar: ["7.5.16", "CVE-2026-23745, CVE-2026-23950, CVE-2026-31802"],
  "adm-zip": ["0.6.1", "CVE-2026-76845"],
};

const numbers = (version: string) => version.split("-")[0].split(".").map(Number);

function isBelow(version: string, floor: string): boolean {
  const [a, b] = [numbers(version), numbers(floor)];
  const differing = b.findIndex((part, i) => a[i] !== part);
  return differing >= 0 && a[differing] < b[differing];
}

const packages = lockedPackages();

test("no package is older than its last security fix", () => {
  const old = packages.filter(({ name, version }) => name in FLOORS && isBelow(version, FLOORS[name][0]));
  expect(old.map(({ path, version, name }) => `${path} ${version}: ${FLOORS[name].join(", ")}`)).toEqual([]);
  expect(packages.filter(({ name }) => name === "next")).toHaveLength(1);
});

test.each([
  ["16.3.2", "16.3.3", true],
  ["16.3.3", "16.3.3", false],
  ["16.10.0", "16.3.3", false],
  ["15.5.24", "16.3.3", true],
])("%s is below %s: %s", (version, floor, below) => {
  expect(isBelow(version, floor)).toBe(below);
});

test("every package is named by its content, and none by a host", () => {
  const unchecked = packages.filter(({ integrity }) => !integrity?.startsWith("sha512-"));
  const hosted = packages.filter(({ resolved }) => resolved !== null);
  expect([unchecked, hosted].map((list) => list.map(({ path }) => path))).toEqual([[], []]);
  expect(read(".npmrc")).not.toMatch(/registry\s*=|https?:/);
});

test("versions are exact, and no install script runs", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json")) as Record<
    string,
    Record<string, string>
  >;
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const settings = read(".npmrc").split("\n");
  for (const line of ["ignore-scripts=true", "save-exact=true"]) expect(settings).toContain(line);
});

/** Licences of what is installed beside Ablab: free to use, and of those with conditions none on our own code. */
const LOOKED_AT = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "PSF-2.0",
]);

test("every licence was looked at, and docs/licences.md lists them; if not: npm run licences", async () => {
  const shipped = packages.filter(({ dev }) => !dev);
  const unknown = shipped.filter(({ license }) => !license.split(" AND ").every((one) => LOOKED_AT.has(one)));
  expect(unknown.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  expect(readFileSync(LICENCES_FILE, "utf8")).toBe(await licences());
});
