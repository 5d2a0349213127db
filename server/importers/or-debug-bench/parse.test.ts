import { expect, test } from "vitest";
import { contentHash } from "../../../workers/lp/content-hash.ts";
import { readMps } from "../../../workers/lp/mps.ts";
import { populationHash } from "../../../workers/lp/population-hash.ts";
import { ProblemFile } from "../../../workers/protocol/problem-file.ts";
import type { BenchmarkImport, UploadedFile } from "../importer.ts";
import { findBenchmarkImporter } from "../index.ts";
import { parseBenchmark } from "./parse.ts";

/** x_key <= limit with a demand on it; infeasible where the demand is above the limit. */
function mps(limit: number, demand: number, row = "_force_x0"): string {
  return `NAME m
OBJSENSE MAX
ROWS
 N  OBJ
 L  c0
 G  ${row}
COLUMNS
    x0  OBJ  1
    x0  c0  1
    x0  ${row}  1
RHS
    RHS1  c0  ${limit}
    RHS1  ${row}  ${demand}
BOUNDS
 UP BND1  x0  10
ENDATA
`;
}

const entry = (id: string, overrides: Record<string, unknown> = {}) => ({
  problem_id: id,
  model_file: `models/${id}.mps`,
  error_type: "B",
  target_name: "x0",
  difficulty: "easy",
  original_objective: 5,
  ...overrides,
});

/** A folder of good problems p1, p2, ... with some entries, files or the index itself changed. */
function folder(
  change: {
    entries?: Record<string, unknown>[];
    models?: Record<string, string | null>;
    index?: unknown;
    prefix?: string;
  } = {},
): UploadedFile[] {
  const good = [1, 2, 3, 4].map((k) => [`models/p${k}.mps`, mps(k, 8)] as const);
  const models = { ...Object.fromEntries(good), ...change.models };
  const entries = change.entries ?? [1, 2, 3, 4].map((k) => entry(`p${k}`));
  const index = change.index ?? { dataset_name: "tiny", num_problems: entries.length, problems: entries };
  const prefix = change.prefix ?? "";
  return [
    { name: `${prefix}dataset.json`, text: typeof index === "string" ? index : JSON.stringify(index) },
    ...Object.entries(models).flatMap(([name, text]) =>
      text === null ? [] : [{ name: prefix + name, text }],
    ),
  ];
}

function accepted(result: BenchmarkImport) {
  if (!result.problemFile) throw new Error(JSON.stringify(result.refusals));
  return result;
}

test("a good folder becomes a complete problem file with its summary", async () => {
  const { problemFile, summary, refusals } = accepted(await parseBenchmark(folder()));
  expect(refusals).toEqual([]);
  expect(ProblemFile.parse(problemFile)).toEqual(problemFile);
  expect(problemFile.problems[0]).toEqual({
    key: "p1",
    hash: contentHash(readMps(mps(1, 8))),
    type: "B",
    level: "easy",
    mps: mps(1, 8),
    roots: [["x0"]],
    injected: ["_force_x0", "x0"],
    originalObjective: 5,
  });
  expect(problemFile.hash).toBe(populationHash(problemFile.problems.map((problem) => problem.hash)));
  expect(summary).toEqual({
    name: "tiny",
    listed: 4,
    taken: 4,
    withRoots: 4,
    withInjected: 4,
    withIntegers: 0,
    integralityOnly: 0,
    types: [{ word: "B", count: 4 }],
    levels: [{ word: "easy", count: 4 }],
    rows: { min: 2, max: 2 },
    columns: { min: 1, max: 1 },
    doubts: [],
    cautions: [],
  });
});

test("the filtered variant, a folder prefix and missing optional fields are read too", async () => {
  const bare = { problem_id: "p1", model_file: "models/p1.mps", error_type: "B" };
  const index = { benchmark_name: "filtered", n_problems: 1, filter_criteria: {}, problems: [bare] };
  const models = { "models/p2.mps": null, "models/p3.mps": null, "models/p4.mps": null };
  const { problemFile } = accepted(
    await parseBenchmark(folder({ index, models, prefix: "bench/filtered/" })),
  );
  expect(problemFile.name).toBe("filtered");
  expect(problemFile.problems[0]).toMatchObject({ level: "unknown", roots: [], originalObjective: null });
  const unnamed = accepted(
    await parseBenchmark(folder({ index: { problems: [bare] }, models, prefix: "mine/" })),
  );
  expect(unnamed.problemFile.name).toBe("mine");
});

test.each<[string, UploadedFile[], RegExp]>([
  ["no dataset.json", folder().slice(1), /no dataset\.json/],
  ["two dataset.json", [...folder(), ...folder({ prefix: "other/" })], /one benchmark folder at a time/],
  ["a file twice", [...folder(), folder()[1]], /uploaded twice/],
  ["no JSON", folder({ index: "{problems: [" }), /not JSON/],
  ["a NaN from Python", folder({ index: '{"problems": [{"original_objective": NaN}]}' }), /NaN and Infinity/],
  ["another shape", folder({ index: { items: [] } }), /"problems"/],
  ["a list", folder({ index: [] }), /not an OR-Debug-Bench index/],
  ["no problems", folder({ index: { problems: [] } }), /lists no problems/],
  [
    "an id twice",
    folder({ entries: [entry("p1"), entry("p2"), entry("p1", { model_file: "models/p3.mps" })] }),
    /appears twice/,
  ],
  [
    "mostly bad",
    folder({ models: { "models/p1.mps": null, "models/p2.mps": "", "models/p3.mps": mps(9, 2) } }),
    /3 of 4 problems are bad, more than half/,
  ],
])("the whole is refused: %s", async (_, files, reason) => {
  const result = await parseBenchmark(files);
  expect(result).toMatchObject({ problemFile: null, summary: null, sizes: null });
  expect(result.refusals[0].reason).toMatch(reason);
  expect(result.refusals[0].file).toMatch(/dataset\.json|models\/p1\.mps/);
});

const broken = mps(3, 8).replace("x0  c0  1", "x0  c0  one");
test.each<[string, Parameters<typeof folder>[0], { file: string; line?: number; reason: RegExp }]>([
  ["a missing model", { models: { "models/p3.mps": null } }, { file: "models/p3.mps", reason: /missing/ }],
  [
    "a malformed model",
    { models: { "models/p3.mps": broken } },
    { file: "models/p3.mps", line: 9, reason: /line 9, COLUMNS: .*"one"/ },
  ],
  [
    "an empty model",
    { models: { "models/p3.mps": "" } },
    { file: "models/p3.mps", line: 1, reason: /without ENDATA/ },
  ],
  [
    "a feasible model",
    { models: { "models/p3.mps": mps(9, 8) } },
    { file: "models/p3.mps", reason: /has a solution/ },
  ],
  [
    "the content of another",
    { models: { "models/p3.mps": `* same\n${mps(1, 8)}` } },
    { file: "models/p3.mps", reason: /same content as problem p1/ },
  ],
  [
    "an entry of another shape",
    { entries: [entry("p1"), entry("p2"), { problem_id: "p3", model_file: 3 }] },
    { file: "dataset.json", reason: /Entry 3 .*"model_file"/ },
  ],
  [
    "a type that is no word",
    { entries: [entry("p1"), entry("p2"), entry("p3", { error_type: "x".repeat(17) })] },
    { file: "dataset.json", reason: /"error_type"/ },
  ],
])("one problem is skipped with file and problem named: %s", async (_, change, expected) => {
  const { problemFile, summary, refusals } = accepted(await parseBenchmark(folder(change)));
  expect(refusals).toHaveLength(1);
  expect(refusals[0]).toMatchObject({ file: expected.file, problem: "p3", line: expected.line ?? null });
  expect(refusals[0].reason).toMatch(expected.reason);
  expect(problemFile.problems.map((problem) => problem.key)).not.toContain("p3");
  expect(summary.listed - summary.taken).toBe(1);
});

test.each([
  "../secret.mps",
  "/etc/passwd",
  "models/../p3.mps",
  "models\\p3.mps",
  "other/p3.mps",
  "models//p3.mps",
  "models",
])("a model path outside models/ is not followed: %s", async (model_file) => {
  const entries = [entry("p1"), entry("p2"), entry("p3", { model_file })];
  const files = [
    ...folder({ entries }),
    { name: "secret.mps", text: mps(3, 8) },
    { name: "p3.mps", text: mps(3, 8) },
  ];
  const { refusals } = accepted(await parseBenchmark(files));
  expect(refusals).toHaveLength(1);
  expect(refusals[0].reason).toMatch(model_file === "models" ? /missing/ : /outside the folder models/);
});

test("half of the problems may be bad, and then the other half is taken", async () => {
  const result = accepted(
    await parseBenchmark(folder({ models: { "models/p1.mps": null, "models/p2.mps": null } })),
  );
  expect([result.problemFile.problems.length, result.refusals.length]).toEqual([2, 2]);
});

test("a model that is infeasible only in whole numbers is taken and said", async () => {
  const whole = mps(4.5, 4.2)
    .replace("COLUMNS\n", "COLUMNS\n M 'MARKER' 'INTORG'\n")
    .replace("RHS\n", " M 'MARKER' 'INTEND'\nRHS\n");
  const { summary, sizes } = accepted(await parseBenchmark(folder({ models: { "models/p3.mps": whole } })));
  expect(summary).toMatchObject({ taken: 4, withIntegers: 1, integralityOnly: 1 });
  expect(sizes.map((size) => size.integers)).toEqual([0, 0, 1, 0]);
  expect(sizes[0]).toEqual({ rows: 2, cols: 1, integers: 0 });
  expect(summary.cautions.join()).toMatch(
    /1 problem is infeasible only because columns must be whole, for instance p3/,
  );
});

test("a wrong count and model files nobody names are cautions", async () => {
  const index = { dataset_name: "tiny", num_problems: 9, problems: [entry("p1"), entry("p2"), entry("p3")] };
  const { summary } = accepted(await parseBenchmark(folder({ index })));
  expect(summary.cautions).toEqual([
    "The index claims 9 problems and lists 3.",
    "1 model file is not named by the index, for instance models/p4.mps.",
  ]);
});

test("the registry knows the format by its index file", () => {
  expect(findBenchmarkImporter(["dataset.json", "models/a.mps"])?.format).toBe("or-debug-bench");
  expect(findBenchmarkImporter(["x/dataset.json"])?.format).toBe("or-debug-bench");
  expect(findBenchmarkImporter(["results.json", "mydataset.json"])).toBeNull();
});

test("a problem whose id holds what is not seen is skipped, and told with its id written out", async () => {
  const { problemFile, refusals } = accepted(
    await parseBenchmark(folder({ entries: [...[1, 2, 3].map((k) => entry(`p${k}`)), entry("p\u200b4")] })),
  );
  expect(problemFile.problems.map(({ key }) => key)).toEqual(["p1", "p2", "p3"]);
  expect(refusals).toMatchObject([
    { problem: "p\\u{200b}4", reason: expect.stringContaining("character 2 is U+200B (zero width space)") },
  ]);
});

test.each([
  [
    "an IIS that has a solution",
    { iis_constraints: ["c0"], iis_bounds: ["x0"], iis_size: 2 },
    /^Its IIS is none:/,
  ],
  [
    "rows that do not exist",
    { iis_constraints: ["c0", "nowhere"] },
    /^Its IIS names "nowhere", which the model does/,
  ],
  [
    "a row among the bounds",
    { iis_constraints: ["c0"], iis_bounds: ["_force_x0"] },
    /^Its IIS names "_force_x0"/,
  ],
  [
    "a size that is another",
    { iis_constraints: ["c0", "_force_x0"], iis_size: 3 },
    /^iis_size is 3, but its IIS names 2/,
  ],
  [
    "no list of names",
    { iis_constraints: "c0" },
    /^iis_constraints and iis_bounds must be lists of names\.$/,
  ],
  [
    "a target that does not exist",
    { target_name: "c0,gone" },
    /^Its target_name names "gone", which the model/,
  ],
  ["a type that there is not", { error_type: "Z" }, /^Its error_type "Z" is none of A to I\.$/],
])("a problem with %s in its entry is taken and said to be doubtful", async (_what, said, doubt) => {
  const entries = [entry("p1", said), ...[2, 3, 4].map((k) => entry(`p${k}`))];
  const { summary, refusals } = accepted(await parseBenchmark(folder({ entries })));
  expect([summary.taken, refusals]).toEqual([4, []]);
  expect(summary.doubts).toEqual([
    { file: "dataset.json", problem: "p1", line: null, reason: expect.stringMatching(doubt) as string },
  ]);
  expect(summary.cautions).toEqual([
    expect.stringMatching(/^Of 1 problem the index says what the model contradicts/),
  ]);
});

test("a right IIS is no doubt, with bounds of columns or without", async () => {
  const right = [
    entry("p1", { iis_constraints: ["c0", "_force_x0"], iis_bounds: [], iis_size: 2 }),
    ...[2, 3, 4].map((k) => entry(`p${k}`, { iis_constraints: ["c0", "_force_x0"], iis_bounds: ["x0"] })),
  ];
  expect(accepted(await parseBenchmark(folder({ entries: right }))).summary.doubts).toEqual([]);
});
