import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, matchesGlob, relative, sep } from "node:path";
import { expect, test } from "vitest";
import { ALONE } from "./vitest.config.ts";

/**
 * What no test may do, whatever it is about: pass or fail by how fast a machine is. Growth is counted in steps
 * (`workers/math/testing/count-steps.ts`) and in statements (`db/testing.ts`); times are measured by `npm run bench`.
 */
const ROOT = import.meta.dirname;
const FOLDERS = ["app", "components", "db", "e2e", "server", "workers"];
/** Measurements and the kill loop, whose subject is time. */
const SKIP = new Set(["e2e/bench", "e2e/chaos"]);

const CLOCKS = /\bperformance\s*\.\s*now\b|\bprocess\s*\.\s*(?:cpuUsage|hrtime|resourceUsage)\b/;
/** A date of now is enough: in a test there is no use of it but to wait or to compare. */
const DATES = /\bDate\s*\.\s*now\s*\(|\bnew Date\(\)/;
const DIFFERENCES = /\bDate\s*\.\s*now\s*\(\)\s*[-<>]|[-<>]\s*Date\s*\.\s*now\s*\(/;

/** Files that read a clock although tests use them, with the reason. */
const MAY_READ_A_CLOCK: Record<string, string> = {
  "workers/bridge/testing/world.ts": "ends a wait that would never end, after minutes",
  "workers/code/testing/programs.ts": "a program that npm run bench runs",
  "workers/lab/env/testing/throughput.ts": "a program that npm run bench runs",
  "workers/recipes/rl/testing/throughput.ts": "a program that npm run bench runs",
  "workers/lp/testing/warm-step.ts": "a program that npm run bench runs",
};

/** A wait that gives up sooner is a bet on the machine. */
const SHORTEST_PATIENCE_MS = 60_000;
const PATIENCE = /\b(?:timeout|testTimeout|hookTimeout)\s*[:=]\s*([\d_]+)|\.setTimeout\(\s*([\d_]+)\s*\)/g;

/** A span that is long enough on one machine, and too short or a waste on another. */
const SPAN = /\.waitForTimeout\s*\(/;

const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file);
const isForTests = (file: string) => /(^|\/)testing(\.|\/)/.test(file) || file.startsWith("e2e/fixtures/");

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).flatMap((name) => {
    const path = join(ROOT, folder, name);
    const file = relative(ROOT, path).split(sep).join("/");
    if (name === "node_modules" || name.startsWith(".") || SKIP.has(file)) return [];
    if (statSync(path).isDirectory()) return filesUnder(file);
    return isTest(file) || isForTests(file) ? [file] : [];
  });
}

const files = FOLDERS.filter((folder) => statSync(join(ROOT, folder), { throwIfNoEntry: false })).flatMap(
  filesUnder,
);
const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** What of the clock a file reads, in words; null where it reads none. */
function clockIn(file: string, text: string): string | null {
  const found = CLOCKS.exec(text) ?? (isTest(file) ? DATES : DIFFERENCES).exec(text);
  return found && `${file} reads a clock: ${found[0]}`;
}

test("a test reads no clock, and of what tests share only what is named here", () => {
  const readers = files.flatMap((file) => clockIn(file, textOf(file)) ?? []);
  const unnamed = readers.filter(
    (reader) => !Object.keys(MAY_READ_A_CLOCK).some((f) => reader.startsWith(f)),
  );
  expect(unnamed).toEqual([]);
  const idle = Object.keys(MAY_READ_A_CLOCK).filter((file) => !clockIn(file, textOf(file)));
  expect(idle, "exceptions that are none any more").toEqual([]);
});

test("a wait gives up after a minute at the earliest", () => {
  const hasty = [...files, "vitest.config.ts", "playwright.config.ts"].flatMap((file) =>
    [...textOf(file).matchAll(PATIENCE)]
      .filter(([, option, call]) => Number((option ?? call).replaceAll("_", "")) < SHORTEST_PATIENCE_MS)
      .map(([found]) => `${file}: ${found}`),
  );
  expect(hasty).toEqual([]);
});

/** Of a module that an earlier file of the same process has loaded, no replacement is taken. */
const REPLACES_A_MODULE = /\bvi\s*\.\s*(?:mock|doMock)\s*\(/;

test("a test that replaces a module shares its process with no other file", () => {
  const replacing = files.filter((file) => REPLACES_A_MODULE.test(textOf(file)));
  expect(replacing.length).toBeGreaterThan(0);
  expect(replacing.filter((file) => !ALONE.some((glob) => matchesGlob(file, glob)))).toEqual([]);
});

test("a browser test waits for a state of the page, never for a span", () => {
  expect(files.filter((file) => file.startsWith("e2e/") && SPAN.test(textOf(file)))).toEqual([]);
});

test("what these rules are for is found by them", () => {
  const clocks = [
    "const before = process.cpuUsage();",
    "const began = performance.now();",
    "process.hrtime.bigint()",
    "expect(Date.now() - began).toBeLessThan(5)",
    "const at = Date.now();",
    "+new Date()",
  ];
  for (const text of clocks) expect(clockIn("server/a.test.ts", text), text).not.toBeNull();
  const innocent = ["world.clock.now += 5", 'vi.spyOn(performance, "now")', "new Date(0)", "seconds: 3"];
  for (const text of innocent) expect(clockIn("server/a.test.ts", text), text).toBeNull();
  expect(clockIn("e2e/fixtures/a.ts", "at: Date.now(),")).toBeNull();
  expect(clockIn("e2e/fixtures/a.ts", "while (Date.now() < end)")).not.toBeNull();
  expect("await page.waitForTimeout(300);").toMatch(SPAN);
  expect(files.filter(isTest).length).toBeGreaterThan(300);
});
