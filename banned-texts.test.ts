import { expect, test } from "vitest";
import { RECIPES } from "./workers/recipes/catalog.ts";
import { isTest, sourceFiles } from "./source-files.ts";

/** Where numbers become text; workers and measurements write log lines, and what runs before the packages are there. */
const WRITERS = /^(server\/wording\/|server\/numbers\/round\.ts|workers\/|e2e\/)/;

/**
 * Where the identity of a set of problems is stored and computed, and where the judgement reads it off the store. The wire has
 * it under this name, so what writes an input file says it too.
 */
const KNOW_POPULATIONS =
  /^(db\/|server\/checks\/|server\/services\/comparability\/|server\/services\/(attempts|external)\/store-|server\/services\/inputs\/input-file\.ts|server\/importers\/|workers\/|e2e\/)/;

const TEXT_BANS: { pattern: RegExp; why: string; except?: RegExp }[] = [
  {
    pattern: new RegExp(
      `\\b(recipe|slug)\\b[^\\n]{0,12}["'\`](${RECIPES.map(({ slug }) => slug).join("|")})["'\`]`,
      "i",
    ),
    why: "which recipe is asked for by what its manifest says; slugs stand under workers/recipes",
    except: /^(workers\/recipes\/|e2e\/)/,
  },
  { pattern: /^\s*["']use server["']/m, why: "Server Actions are not used: the gate refuses them" },
  { pattern: /\bsql\.raw\b/, why: "sql.raw takes text that nobody escaped" },
  { pattern: /user-agent/i, why: "the user agent is never an input to a decision" },
  { pattern: /shell:\s*true/, why: "processes are started from an argument list, never through a shell" },
  { pattern: /dangerouslySetInnerHTML/, why: "no HTML from strings" },
  { pattern: /Math\.random\(\)/, why: "randomness is seeded, ids come from node:crypto" },
  { pattern: /\.prepare\(\s*["'`]/, why: "SQL lives in db/", except: /^(db|e2e)\// },
  {
    pattern: /\.(toFixed|toPrecision|toExponential|toLocaleString)\(|Intl\.(NumberFormat|DateTimeFormat)/,
    why: "numbers and times are written by server/wording, and rounded by server/numbers/round.ts",
    except: WRITERS,
  },
  {
    pattern: /\* 100\)?\}|\b100 \* [^}\n]*\} ?%/,
    why: "shares are written in per cent by server/wording",
    except: WRITERS,
  },
  {
    pattern: /=== 1\s*\?\s*["'`]/,
    why: "words that go with a count are chosen by plural and countOf of server/wording",
    except: WRITERS,
  },
  {
    pattern: /["'`][CDI]\d\d["'`]/,
    why: "rules are known by their ids in server/checks alone; others ask it what forbids, spoils or is said",
    except: /^(server\/checks\/|packs\/[^/]+\/checks\/|e2e\/)/,
  },
  {
    pattern: /\bpopulationHash\b/,
    why: "which problems were measured is read by the store and the judgement; contracts call their identity problems",
    except: KNOW_POPULATIONS,
  },
  {
    pattern: /process\.(stdout|stderr)\.write\(|\bconsole\.\w+\(/,
    why: "what a verb prints goes through say, sayAside, printJson or redraw of server/cli/print.ts, which write out what would steer a terminal",
    except: /^(?!server\/cli\/)|^server\/cli\/(print\.ts|(ablab|prepare|tasks)\.mjs|write-[\w-]+\.ts)$/,
  },
  {
    pattern: /\blazy\(|["']next\/dynamic["']/,
    why: "a part that loads later says where it does not come: later() of components/ui/later.tsx",
    except: /^components\/ui\/later\.tsx$/,
  },
  {
    pattern: /\bfindRecipe\b/,
    why: "a recipe may be a script of a folder; recipeOf of server/services/recipes/book.ts knows both",
    except: /^(workers\/|server\/services\/recipes\/)/,
  },
  {
    pattern: /\bFEWEST(_SEEDS)?\b[^\n]*= 3;|^(?! *(\/\/|\/?\*))[^\n]*["'`][^"'`\n]*\b([Bb]elow 3\b|3 seeds)/m,
    why: "how many seeds an interval needs is SEEDS_FOR_INTERVAL of server/wording/seeds.ts, in words too",
    except: /^(server\/services\/series\/restarted-runs\.ts|workers\/|e2e\/)/,
  },
  {
    pattern: /low > 0 \|\| [\w.]*high < 0|low <= 0 && [\w.]*high >= 0|\bp\w* (<|>|<=|>=) 0\.05/,
    why: "whether an interval excludes 0, or a p is significant, is decided by server/numbers/excludes-zero.ts",
  },
  {
    pattern: /\bseed\b\)? (<|>=) 0\b|\bseed\b\)? (>|<=) -1\b/,
    why: "whether somebody said a seed is asked of isSaidSeed of server/numbers/seeds.ts, and runs are paired by seedDifferences there",
    except: /^(server\/numbers\/seeds\.ts|db\/queries\/run-table\/keys\.ts|workers\/|e2e\/)/,
  },
];

/** Why a file may not hold a text; nothing where it may. */
const whyBanned = (file: string, text: string): string[] =>
  TEXT_BANS.filter((ban) => ban.pattern.test(text) && !ban.except?.test(file)).map(({ why }) => why);

test("no file contains what is banned", () => {
  const hits = sourceFiles().flatMap(({ file, text }) =>
    file === "banned-texts.test.ts" || isTest(file)
      ? []
      : whyBanned(file, text).map((why) => `${file}: ${why}`),
  );
  expect(hits).toEqual([]);
});

test.each([
  "value.toFixed(2)",
  "total.toLocaleString()",
  "new Intl.NumberFormat()",
  "`${share * 100} %`",
  "`${Math.round(share * 100)} %`",
  "`${Math.round(100 * share)} %`",
  'n === 1 ? "run" : "runs"',
  "n === 1\n      ? `${name} is`\n      : `${n} are`",
])("%j is a text that somebody writes by hand", (text) => {
  expect(TEXT_BANS.some(({ pattern }) => pattern.test(text))).toBe(true);
});

test("a rule's id stands in the judgement, its tests, journeys and documents, and nowhere else", () => {
  const asks = 'findings.some((o) => o.rule === "C02")';
  for (const file of [
    "components/runs/run-page.tsx",
    "server/services/compare/judge.ts",
    "server/cli/main.ts",
  ])
    expect(whyBanned(file, asks), file).toHaveLength(1);
  for (const file of ["server/checks/criteria.ts", "e2e/compare.spec.ts"])
    expect(whyBanned(file, asks), file).toEqual([]);
  expect(whyBanned("server/services/runs/words.ts", "// said as in C02, of its problems")).toEqual([]);
});

test("which problems were measured is read where they are stored and judged, and nowhere else", () => {
  const compares = "a.populationHash === b.populationHash";
  for (const file of [
    "server/contracts/run.ts",
    "server/services/reports/templates/sft-vs-rl.ts",
    "server/services/runs/get.ts",
    "components/compare/side-facts.tsx",
  ])
    expect(whyBanned(file, compares), file).toHaveLength(1);
  for (const file of ["db/queries/evaluations.ts", "server/services/comparability/ways.ts"])
    expect(whyBanned(file, compares), file).toEqual([]);
});

test("an exception from a ban is made for somebody", () => {
  const files = sourceFiles().filter(({ file }) => !isTest(file) && file !== "banned-texts.test.ts");
  const idle = TEXT_BANS.filter(
    ({ pattern, except }) =>
      except && !files.some(({ file, text }) => except.test(file) && pattern.test(text)),
  );
  expect(idle.map(({ why }) => why)).toEqual([]);
});
