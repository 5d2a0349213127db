import { expect, expectTypeOf, test } from "vitest";
import { contentHash } from "../../lp/content-hash.ts";
import { loadOracle } from "../../lp/oracle.ts";
import { modelOf } from "../../lp/testing/models.ts";
import { writeMps } from "../../lp/write-mps.ts";
import { stream } from "../../math/rng.ts";
import type { EpisodeStep } from "../../protocol/events.ts";
import type { ProblemRecord } from "../../protocol/problem-file.ts";
import { DROP } from "./actions.ts";
import { confirmRepair } from "./repair.ts";
import { RepairEnv } from "./env.ts";
import { type BenchmarkRecord, problemFromRecord } from "./from-benchmark.ts";
import { flat, PLAIN } from "./testing/problems.ts";
import type { TraceStep } from "./trace.ts";

const limited = (rows: [number, number][]) =>
  modelOf({
    A: [
      [2, 2],
      [1, 1],
    ],
    rows,
    cols: [
      [0, 10],
      [0, 10],
    ],
    cost: [1, 1],
    maximize: true,
    integer: [1, 1],
  });
const conflicting = limited([
  [-Infinity, 7],
  [5, Infinity],
]);

function record(model = conflicting, overrides: Partial<BenchmarkRecord> = {}): BenchmarkRecord {
  return {
    key: "mip_typeX_000",
    hash: contentHash(model),
    type: "X",
    level: "medium",
    mps: writeMps(model),
    roots: [["c2", "x1"]],
    injected: ["c2"],
    originalObjective: 3,
    ...overrides,
  };
}

test("the lab's types are those of the wire, without importing it", () => {
  expectTypeOf<ProblemRecord>().toEqualTypeOf<BenchmarkRecord>();
  expectTypeOf<TraceStep>().toExtend<EpisodeStep>();
});

test("a record becomes a problem: names become elements, integer marks stay and are flagged", () => {
  const problem = problemFromRecord(record());
  expect(problem).toMatchObject({
    key: "mip_typeX_000",
    contentHash: contentHash(conflicting),
    type: "X",
    level: "medium",
    faults: [new Set([3, 0])],
    rootAny: new Set([0, 3]),
    injected: Uint8Array.of(0, 0, 0, 1),
    originalObjective: 3,
    relaxed: true,
  });
  expect(problem.model).toEqual({ ...conflicting, name: "small" });
});

test("roots and injected elements may be unknown", () => {
  const problem = problemFromRecord(
    record(conflicting, { roots: [], injected: null, originalObjective: null }),
  );
  expect([problem.faults, problem.injected, problem.originalObjective]).toEqual([[], null, null]);
});

test("episodes solve the relaxation, and HiGHS confirms or denies the repair in whole numbers", async () => {
  const oracle = await loadOracle();
  const env = new RepairEnv(PLAIN);
  env.reset(problemFromRecord(record()), stream(1));
  env.step(flat(3, DROP));
  expect([env.solved, confirmRepair(oracle, env.repairedModel())]).toEqual([true, true]);
  // 2 x1 + 2 x2 = 7 has solutions, but none in whole numbers.
  const odd = limited([
    [7, 7],
    [5, Infinity],
  ]);
  env.reset(problemFromRecord(record(odd)), stream(1));
  env.step(flat(3, DROP));
  expect([env.solved, confirmRepair(oracle, env.repairedModel())]).toEqual([true, false]);
});

test.each([
  ["CONTENT", record(conflicting, { hash: "0".repeat(64) }), "Import the benchmark again"],
  ["NAME", record(conflicting, { roots: [["c9"]] }), 'no row or column "c9"'],
  ["NAME", record(conflicting, { injected: ["nobody"] }), 'no row or column "nobody"'],
  [
    "RELAXATION_FEASIBLE",
    record(
      limited([
        [7, 7],
        [0, Infinity],
      ]),
    ),
    "LP relaxation has a solution",
  ],
  ["UNSTABLE", record({ ...conflicting, A: conflicting.A.map((a, k) => (k < 2 ? a * 1e-9 : a)) }), "HiGHS"],
  [
    "TOO_LARGE",
    record(
      modelOf({
        A: Array.from({ length: 61 }, () => [1]),
        rows: Array.from({ length: 61 }, (_, i): [number, number] => (i === 0 ? [5, 9] : [-Infinity, 4])),
        cols: [[0, 10]],
      }),
    ),
    "61 rows",
  ],
])("a record that cannot be played is refused with a code (%s) and its key", (code, bad, words) => {
  expect(() => problemFromRecord(bad)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(words) }),
  );
  expect(() => problemFromRecord(bad)).toThrow('"mip_typeX_000"');
});
