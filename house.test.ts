import { expect, test } from "vitest";
import { isTest, sourceFiles } from "./source-files.ts";

const files = sourceFiles();

/** Nouns that stand beside each other: what one of them takes from another, that one must not take back. */
const NOUNS = ["components", "server/services", "server/stats"];

test("nouns take from each other in one direction", () => {
  const circles = NOUNS.flatMap((top) => {
    const nounOf = (file: string) =>
      file
        .slice(top.length + 1)
        .split("/")
        .slice(0, -1)[0] ?? "";
    const takes = new Map<string, Map<string, string>>();
    for (const { file, imports } of files.filter((f) => f.file.startsWith(`${top}/`) && !isTest(f.file)))
      for (const { target } of imports)
        if (target?.startsWith(`${top}/`) && nounOf(target) !== nounOf(file))
          takes.set(
            nounOf(file),
            (takes.get(nounOf(file)) ?? new Map<string, string>()).set(
              nounOf(target),
              `${file} -> ${target}`,
            ),
          );
    const found: string[] = [];
    const done = new Set<string>();
    const visit = (noun: string, path: string[], by: string[]) => {
      if (path.includes(noun)) return void found.push(by.slice(path.indexOf(noun)).join(", "));
      if (done.has(noun)) return;
      for (const [next, how] of takes.get(noun) ?? []) visit(next, [...path, noun], [...by, how]);
      done.add(noun);
    };
    for (const noun of takes.keys()) visit(noun, [], []);
    return found;
  });
  expect(circles).toEqual([]);
});

/** Called from outside: by a tool that reads all exports, by who makes files that are read here, or as what a test compares with. */
const CALLED_ELSEWHERE: Record<string, string> = {
  decodeBlock: "what encodeBlock is checked by",
  encodePoints: "what a trainer of others sends points with",
  writeMps: "what the reader of MPS is checked by",
  maskedLogSoftmax: "the plain form of what the kernel computes",
  powerToShow: "the inverse that planning is checked by",
  REGENERATE: "the command that a red test names",
};

test("every exported value is used by the product", () => {
  const product = files.filter(
    (f) => /^(app|server|db|components|workers)\//.test(f.file) && !isTest(f.file),
  );
  const users = new Map<string, Set<string>>();
  for (const { file, text } of product)
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g)))
      users.set(word, (users.get(word) ?? new Set()).add(file));
  const unused = product
    .filter(({ file }) => !/^(app|db\/schema)\//.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) ([\w$]+)/gm)]
        .map(([, name]) => name)
        .filter((name) => !(name in CALLED_ELSEWHERE) && users.get(name)?.size === 1)
        .filter((name) => (text.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0) < 2)
        .map((name) => `${file}: ${name}`),
    );
  expect(unused).toEqual([]);
});

const FOLDER_BUDGET = 28;

test(`a folder holds at most ${FOLDER_BUDGET} product files`, () => {
  const folders = Map.groupBy(
    files.filter((f) => !isTest(f.file) && !f.file.startsWith("e2e/")),
    ({ file }) => file.slice(0, file.lastIndexOf("/")),
  );
  const full = [...folders].filter(([, held]) => held.length > FOLDER_BUDGET);
  expect(full.map(([folder, held]) => `${folder}: ${held.length}`)).toEqual([]);
});

/** What outlives a request: keyed by what it is of, bounded, and each said here. */
const KEPT_FOR_LONG = [
  "db/client.ts",
  "db/damage.ts",
  "db/page-digests/keep-digests.ts",
  "db/points/open-point-store.ts",
  "db/points/statements.ts",
  "db/queries/ingest-attempts.ts",
  "db/queries/projects/move.ts",
  "server/plot/paths.ts",
  "server/plot/samples.ts",
  "server/services/experiments/answers.ts",
  "server/services/experiments/new-problems.ts",
  "server/services/judgement/rewards.ts",
  "server/services/judgement/ways.ts",
  "server/services/outside/log.ts",
  "server/services/recipes/book.ts",
  "server/services/reports/answers/digest.ts",
  "server/services/reports/open-share.ts",
  "server/services/run-table/columns.ts",
  "server/services/run-table/order.ts",
  "server/services/runs/checks/rounds.ts",
  "server/services/runs/checks/verdicts.ts",
  "server/services/runs/held-out-issues.ts",
  "server/services/series/series-memory.ts",
  "server/services/sessions/open.ts",
];

test("nothing is kept for the life of the process but where it is said", () => {
  const keeping = files
    .filter((f) => /^(server|db)\//.test(f.file) && !isTest(f.file))
    .filter((f) => /new WeakMap\b/.test(f.text))
    .map((f) => f.file);
  expect(keeping.toSorted()).toEqual(KEPT_FOR_LONG);
});

test("a page calls on the server nothing out of a file of the browser: only components cross there", () => {
  const [ofBrowser, others] = [true, false].map((is) =>
    files.filter(({ text }) => text.startsWith('"use client"') === is),
  );
  const called = others
    .filter(({ file }) => file.startsWith("app/"))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/import \{([^}]*)\} from "#(components\/[^"]+)"/g)]
        .filter(([, , target]) => ofBrowser.some((one) => one.file === target))
        .flatMap(([, names]) => names.split(",").map((name) => `${file}: ${name.trim()}`)),
    );
  expect(called.filter((name) => /: (?!type )[a-z]/.test(name))).toEqual([]);
});

test("no folder or file is a drawer", () => {
  const drawers = files
    .filter((f) => /(^|\/)(utils?|helpers?|common|misc|lib)(\/|\.)/.test(f.file))
    .map((f) => f.file);
  expect(drawers).toEqual([]);
});

/** Hooks that hand a mutation out whole: who calls them shows its error. */
const HANDED_OUT = ["components/panels/views/use-save-view.ts", "components/upload/use-upload.ts"];

test("a change that the server refuses is shown: by its error, or by the page's line of last changes", () => {
  const silent = files
    .filter(({ file, text }) => file.startsWith("components/") && text.includes("useMutation("))
    .filter(({ text }) => !/\.error\b|onError|refuse/.test(text))
    .map(({ file }) => file);
  expect(silent.toSorted()).toEqual(HANDED_OUT);
});
