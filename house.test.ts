import { expect, test } from "vitest";
import { isTest, sourceFiles, type SourceFile } from "./source-files.ts";

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
    (f) => /^(app|server|db|components|packs|workers)\//.test(f.file) && !isTest(f.file),
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

/** What outlives a request, by file, and what bounds it. Whoever adds a file here says its bound. */
const KEPT_FOR_LONG: Readonly<Record<string, string>> = {
  "server/services/external/grouping/identity-keys.ts": "20,000 keys of configurations, then none again",
  "db/connection.ts": "one entry for each open database",
  "db/damage.ts": "one entry for each open database",
  "db/page-digests/keep-digests.ts": "one entry for each open database",
  "db/page-digests/raw-file.ts": "one entry for each open database",
  "db/prepared.ts": "statements of each open database, as many as the code names",
  "db/points/housekeep.ts": "what upkeep found damaged, a number or a name each",
  "db/points/open-point-store.ts": "one store for each open database",
  "db/points/series-memory.ts": "series of attempts that are not sealed, at most 10,000 of each",
  "db/points/statements.ts": "prepared statements, a fixed list",
  "db/points/stored-points.ts": "16 MiB of blocks and so many rows, by use",
  "db/points/waiting.ts": "points that wait to be written, by the limits of the write buffer",
  "db/remembered.ts": "2,000 rows of each kind",
  "db/queries/ingest-attempts.ts": "2,000 attempts",
  "db/queries/logs.ts": "one statement for each open database",
  "db/queries/projects/move.ts": "one number for each open database",
  "server/numbers/bounded-store.ts": "the bound itself: bytes of all and of one owner, age and use",
  "server/numbers/recent.ts": "a bounded store of one owner",
  "server/plot/paths.ts": "paths of lines that are drawn, gone with the line",
  "server/plot/samples.ts": "samples of windows that are drawn, gone with the window",
  "server/services/context.ts": "the commit that is under way, one for each open database",
  "server/services/experiments/answers.ts": "one answer for each experiment, as in the database",
  "server/services/experiments/new-problems.ts": "a count of results, by use",
  "server/services/comparability/rewards.ts": "20,000 rewards",
  "server/services/comparability/ways.ts": "50,000 identities",
  "server/services/external/log.ts": "200,000 names of series, each of at most 256 characters",
  "server/services/recipes/book.ts": "one manifest for each agreed version of a recipe",
  "server/services/reports/answers/digest.ts": "digests of values, gone with the value",
  "server/services/reports/open-share.ts": "16 pages",
  "server/services/run-table/columns.ts": "one catalog for each open database",
  "server/services/run-table/order.ts": "8 orders",
  "server/services/runs/held-out-issues.ts": "a count of contents, by use",
  "server/services/runs/checks/quiet.ts": "5,000 attempts that run",
  "server/services/runs/checks/rounds.ts": "a round of looks for each open database",
  "server/services/runs/checks/verdicts.ts": "verdicts, bounded by count",
  "server/services/series/sliced.ts": "as many as its file says, by use",
  "server/services/series/series-memory.ts": "16 MiB of each kind, by use",
  "server/services/sessions/open.ts": "1,000 sessions that could not be stored",
  "server/stats/claims/many-to-one-tail.ts": "a table for each number of seeds",
  "server/stats/mean-interval.ts": "a quantile for each number of seeds",
  "server/services/runs/reward-noise-of.ts": "a number for each number of problems",
  "server/importers/histories/columns/walk-rows.ts":
    "what the columns of a file hold, while the file is read",
  "server/adapters/trackio/seen.ts": "16 MiB, 512 KiB of one run",
  "server/adapters/trackio/uploads.ts": "160 MiB, 129 MiB of one token, 10 minutes",
  "server/adapters/wandb/read-query.ts": "512 Ki characters of queries, by use",
  "server/adapters/wandb/table-phases.ts": "16 MiB, 512 KiB of one run",
};

/** A map of the module or of an object that lives on, or a store that is made to be one. Constants are filled where they stand. */
const OUTLIVES = [
  /^(?:const|let) \w+(?:: [^=\n]+)? = new (?:Weak)?(?:Map|Set)(?:<[^\n]*>)?\(\);/m,
  /\bnew WeakMap\b/,
  /\bcreateRecent(?:<[^\n]*>)?\($/m,
  /= createRecent\(/,
  /\bnew BoundedStore\b/,
];

test("nothing is kept for the life of the process but where it is said, with its bound", () => {
  const keeping = files
    .filter((f) => /^(server\/(?!cli\/)|db\/)/.test(f.file) && !isTest(f.file))
    .filter(({ text }) => OUTLIVES.some((pattern) => pattern.test(text)))
    .map((f) => f.file);
  const listed = Object.keys(KEPT_FOR_LONG);
  expect(keeping.filter((file) => !listed.includes(file))).toEqual([]);
  expect(listed.filter((file) => !files.some((f) => f.file === file))).toEqual([]);
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
const HANDED_OUT = [
  "components/imports/use-import.ts",
  "components/panels/views/use-save-view.ts",
  "components/upload/use-upload.ts",
];

test("a change that the server refuses is shown: by its error, or by the page's line of last changes", () => {
  const silent = files
    .filter(({ file, text }) => file.startsWith("components/") && text.includes("useMutation("))
    .filter(({ text }) => !/\.error\b|onError|refuse/.test(text))
    .map(({ file }) => file);
  expect(silent.toSorted()).toEqual(HANDED_OUT);
});

/** Files that reach each other through their imports at run time, as groups of more than one (Tarjan 1972). */
function circlesOf(all: readonly SourceFile[]): string[][] {
  const takes = new Map(
    all.map(({ file, imports }) => [
      file,
      imports.flatMap(({ target, typeOnly }) => (target && !typeOnly ? [target] : [])),
    ]),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    lowest.set(file, index);
    open.push(file);
    for (const next of takes.get(file) ?? []) {
      if (!takes.has(next)) continue;
      const reached = order.has(next) ? (open.includes(next) ? order.get(next)! : index) : visit(next);
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === index) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) found.push(group.toSorted());
    }
    return lowest.get(file)!;
  };
  for (const file of takes.keys()) if (!order.has(file)) visit(file);
  return found;
}

test("no file of the product needs itself through others at run time", () => {
  expect(circlesOf(files.filter(({ file }) => !isTest(file)))).toEqual([]);
  const file = (name: string, ...targets: string[]): SourceFile => ({
    file: name,
    text: "",
    imports: targets.map((target) => ({ typeOnly: false, spec: target, target })),
  });
  expect(circlesOf([file("a", "b"), file("b", "c", "d"), file("c", "a"), file("d")])).toEqual([
    ["a", "b", "c"],
  ]);
});
