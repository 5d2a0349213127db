import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type BlockWords, REPORT_BLOCKS } from "./server/contracts/reports/report-blocks.ts";
import { ANSWERED_BLOCKS } from "./server/services/reports/blocks/registry.ts";
import { RULES, RUN_RULES } from "./server/checks/registry.ts";
import { isTest, sourceFiles } from "./source-files.ts";
import { EVALUATION_METRIC_NAMES } from "./workers/protocol/metrics/evaluation-metrics.ts";
import { METRICS } from "./workers/protocol/metrics/metrics.ts";

/**
 * What is registered in several places is registered in all of them. What the compiler sees is left to it; here is what would
 * be silent: a rule that nobody asks, a metric that one page lacks, a block that nobody can insert.
 */
const read = (file: string) => readFileSync(join(import.meta.dirname, file), "utf8");
const testsUnder = (folder: string) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => read(`${folder}/${name}`))
    .join("\n");
const literal = (text: string) => text.replace(/[^\w]/g, "\\$&");

/** A place where something must stand, and what to write there. */
interface Place {
  file: string;
  holds: boolean;
  write: string;
}

/** What a half-registered thing lacks: "C10 is missing in server/checks/README.md: a row of the table of its family". */
const lacks = (what: string, places: readonly Place[]): string[] =>
  places.filter(({ holds }) => !holds).map(({ file, write }) => `${what} is missing in ${file}: ${write}`);

const inFile = (file: string, pattern: RegExp, write: string): Place => ({
  file,
  holds: pattern.test(read(file)),
  write,
});

/** Every rule that a file of the judgement states, whether or not anybody asks it. */
const STATED = sourceFiles()
  .filter(({ file }) => /^(server|packs\/[^/]+)\/checks\//.test(file) && !isTest(file))
  .flatMap(({ file, text }) => [...text.matchAll(/\bid: "([A-Z]\d\d)"/g)].map(([, id]) => ({ id, file })));

describe("a check", () => {
  const judgementTests = testsUnder("server/checks") + testsUnder("packs/repair/checks");
  const brought = new Set(RUN_RULES.flatMap(({ reads }) => reads));
  const isCell = (id: string) =>
    RULES.some(
      (rule) => rule.id === id && rule.family === "comparability" && !["C09", "C10"].includes(rule.id),
    );

  test("that is stated is asked, told in the README, in a story and, between configurations, in a world", () => {
    const missing = STATED.flatMap(({ id, file }) =>
      lacks(`The check ${id} of ${file}`, [
        {
          file: "server/checks/registry.ts",
          holds: RULES.some((rule) => rule.id === id),
          write:
            "its rule in RUN_RULES, or its info in RULES (a respect: in COMPARABILITY_CRITERIA of respects.ts)",
        },
        {
          file: "server/checks/registry.ts",
          holds: !file.includes("/health/") || RUN_RULES.some(({ info }) => info.id === id),
          write: "its rule in RUN_RULES, which runs are asked by",
        },
        inFile("server/checks/README.md", new RegExp(`^\\| ${id} \\|`, "m"), "a row of its family's table"),
        {
          file: "the tests of server/checks",
          holds: new RegExp(`\\b${id}\\b`).test(judgementTests),
          write: "a story that names it",
        },
        {
          file: "server/services/comparability/scenarios.test.ts",
          holds: !isCell(id) || read("server/services/comparability/scenarios.test.ts").includes(`"${id}"`),
          write: "a world in which it fires",
        },
      ]),
    );
    expect(missing).toEqual([]);
    expect(STATED.length).toBeGreaterThan(10);
  });

  test("has an id of its own, and says every part of what a reader may check", () => {
    const ids = STATED.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    const silent = RULES.flatMap((rule) =>
      Object.entries(rule)
        .filter(([, words]) => words.trim() === "")
        .map(([part]) => `${rule.id} says nothing as its ${part}`),
    );
    expect(silent).toEqual([]);
  });

  test("of a run is brought every metric that it reads", () => {
    const missing = sourceFiles()
      .filter(({ file }) => file.startsWith("server/checks/health/") && !isTest(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/"([a-z_]+\/[a-z_0-9]+)"/g)].flatMap(([, metric]) =>
          lacks(`The metric ${metric}, which ${file} reads,`, [
            { file, holds: brought.has(metric), write: "its name in `reads` of the rule" },
          ]),
        ),
      );
    expect(missing).toEqual([]);
  });
});

describe("a metric of evaluations", () => {
  const names = Object.keys(METRICS).filter((name) => name.startsWith("eval/"));
  test("is one of the registry, which tables, charts, pages and comparisons read", () => {
    expect(names.toSorted()).toEqual(EVALUATION_METRIC_NAMES.toSorted());
    expect(names.length).toBeGreaterThan(5);
  });

  test("that a file of the product names is one", () => {
    const strangers = sourceFiles()
      .filter(({ file }) => /^(server|components|packs|workers|db|app)\//.test(file) && !isTest(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/"(eval\/\w+)"/g)]
          .filter(([, name]) => !names.includes(name))
          .map(
            ([, name]) =>
              `${file} names ${name}, which is missing in workers/protocol/metrics/evaluation-metrics.ts`,
          ),
      );
    expect(strangers).toEqual([]);
  });
});

describe("a block of a report", () => {
  const reportTests = testsUnder("server/services/reports") + testsUnder("server/services/comparability");

  test("that can be asked for can be inserted, and is tested", () => {
    const missing = Object.entries<BlockWords>(REPORT_BLOCKS).flatMap(([kind, { menu }]) =>
      lacks(`The block ${kind}`, [
        {
          file: "server/contracts/reports/report-blocks.ts",
          holds: menu.length > 0,
          write: "a way to insert it in its `menu`",
        },
        {
          file: "the tests of server/services/reports",
          holds: new RegExp(
            `\`${literal(kind)}|"${literal(kind)}"|ablab ${literal(kind)}|\\{\\{${literal(kind)} `,
          ).test(reportTests),
          write: "a report that asks for it",
        },
      ]),
    );
    expect(missing).toEqual([]);
  });

  test("gives answers of a kind of its own, by which publications are drawn", () => {
    const given = Object.values(ANSWERED_BLOCKS).map(({ gives }) => gives);
    expect(new Set(given).size).toBe(given.length);
  });
});

test("what is half-registered is named with the place that it is missing in", () => {
  const nowhere = inFile("server/checks/README.md", /^\| Z99 \|/m, "a row of its family's table");
  expect(lacks("The check Z99", [nowhere])).toEqual([
    "The check Z99 is missing in server/checks/README.md: a row of its family's table",
  ]);
});
