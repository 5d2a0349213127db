import { beforeAll, describe, expect, test } from "vitest";
import { problemFromRecord } from "../../../workers/lab/env/from-benchmark.ts";
import { loadOracle } from "../../../workers/lp/oracle.ts";
import { hasBenchmark, readBenchmark } from "../../../workers/lp/testing/benchmarks.ts";
import { ProblemFile } from "../../../workers/protocol/problem-file.ts";
import type { BenchmarkImport } from "../importer.ts";
import { parseBenchmark } from "./parse.ts";

const EXPECTED = {
  or_debug_bench_hard_da: {
    taken: 450,
    withIntegers: 139,
    types: { D: 151, E: 133, F: 166 },
    levels: { hard: 299, medium: 151 },
    rows: { min: 7, max: 19 },
    columns: { min: 5, max: 20 },
  },
  or_debug_bench_mdp_v2: {
    taken: 90,
    withIntegers: 27,
    types: { G: 30, H: 30, I: 30 },
    levels: { hard: 90 },
    rows: { min: 6, max: 16 },
    columns: { min: 5, max: 15 },
  },
};

describe.each(Object.entries(EXPECTED))("%s", (name, expected) => {
  describe.skipIf(!hasBenchmark(name))("as published", () => {
    let result: BenchmarkImport;
    beforeAll(async () => {
      result = await parseBenchmark(readBenchmark(name).files);
    });

    test("is taken whole, with the published counts, nothing refused and nothing odd", () => {
      const { summary, refusals } = result;
      expect(refusals).toEqual([]);
      expect(summary).toMatchObject({
        name,
        listed: expected.taken,
        taken: expected.taken,
        withIntegers: expected.withIntegers,
        integralityOnly: 0,
        rows: expected.rows,
        columns: expected.columns,
        cautions: [],
      });
      const counts = (words: { word: string; count: number }[]) =>
        Object.fromEntries(words.map((w) => [w.word, w.count]));
      expect(counts(summary!.types)).toEqual(expected.types);
      expect(counts(summary!.levels)).toEqual(expected.levels);
    });

    test("fits the stored form, and every problem can be played", () => {
      const file = ProblemFile.parse(result.problemFile);
      for (const record of file.problems) {
        const problem = problemFromRecord(record);
        expect(problem.contentHash).toBe(record.hash);
        expect(problem.injected).not.toBeNull();
      }
    });

    test("the recorded objective is that of the integer model without what was injected", async () => {
      const oracle = await loadOracle();
      for (const record of result.problemFile!.problems.filter((_, k) => k % 15 === 0)) {
        // A raised lower bound (H) cannot be told from the file, so its model cannot be restored.
        if (record.type === "H") continue;
        const { model, injected } = problemFromRecord(record);
        const rowLower = model.rowLower.map((low, i) => (injected![model.colCount + i] ? -Infinity : low));
        const rowUpper = model.rowUpper.map((high, i) => (injected![model.colCount + i] ? Infinity : high));
        const { objective } = oracle.solve({ ...model, rowLower, rowUpper }, { integer: true });
        // The publisher's solver stopped at its usual relative gap of 1e-4.
        expect(Math.abs(objective! / record.originalObjective! - 1)).toBeLessThan(1.01e-4);
      }
    });
  });
});

test.skipIf(!hasBenchmark("or_debug_bench_hard_da"))(
  "hard_da: every target resolves once pairs are split at the comma; without splitting it would be 317 of 450",
  async () => {
    const { files } = readBenchmark("or_debug_bench_hard_da");
    const { problemFile } = await parseBenchmark(files);
    const index = JSON.parse(files[0].text) as { problems: { problem_id: string; target_name: string }[] };
    const targets = new Map(index.problems.map((problem) => [problem.problem_id, problem.target_name]));
    const groups = problemFile!.problems.map(({ key, roots }) => ({ target: targets.get(key)!, roots }));
    expect(groups.filter(({ roots }) => roots.length === 1)).toHaveLength(450);
    expect(
      groups.filter(({ target, roots }) => roots[0].length === 1 && roots[0][0] === target),
    ).toHaveLength(317);
    expect(groups.filter(({ target, roots }) => roots[0].join(",") === target)).toHaveLength(450);
  },
);

test.skipIf(!hasBenchmark("or_debug_bench_hard_da"))(
  "a damaged copy of hard_da is refused per problem or whole",
  async () => {
    const { files } = readBenchmark("or_debug_bench_hard_da");
    const cut = files.map((file, k) =>
      k > 0 && k % 3 === 0 ? { ...file, text: file.text.slice(0, file.text.length / 2) } : file,
    );
    const { summary, refusals } = await parseBenchmark(cut);
    expect([summary!.taken, refusals.length]).toEqual([300, 150]);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ line: expect.any(Number), problem: expect.stringMatching(/_type/) });
    const gone = await parseBenchmark(files.slice(0, 200));
    expect(gone.problemFile).toBeNull();
    expect(gone.refusals).toHaveLength(1 + 251);
  },
);
