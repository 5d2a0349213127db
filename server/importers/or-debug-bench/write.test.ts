import { expect, test } from "vitest";
import { BENCH_TYPES } from "../../../workers/lab/bench/grades.ts";
import { IntegerJudge } from "../../../workers/lab/bench/integer-judge.ts";
import { makeSet } from "../../../workers/lab/bench/make-set.ts";
import { SeenModels } from "../../../workers/lp/near-duplicates.ts";
import { LEVEL_NAMES } from "../../../workers/lab/env/draft.ts";
import { loadOracle } from "../../../workers/lp/oracle.ts";
import { recordOfMade } from "../../../workers/recipes/benchmark/train.ts";
import { problemFile } from "../../../workers/recipes/problems/testing.ts";
import type { ProblemFile } from "../../../workers/protocol/problem-file.ts";
import type { UploadedFile } from "../importer.ts";
import { parseBenchmark } from "./parse.ts";
import { writeDataset } from "./write.ts";

const order = { types: BENCH_TYPES, levels: LEVEL_NAMES, perCell: 2, mipShare: 0.5, seed: 4 };

function written(file: ProblemFile): UploadedFile[] {
  const work = writeDataset(file);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

test.each(["neutral", "original", "random"] as const)(
  "a made set that was written as a folder is read back whole, under %s names, and nothing in it is doubted",
  async (names) => {
    const cells = [...makeSet({ ...order, names }, new IntegerJudge(await loadOracle()), new SeenModels())];
    const made = cells.flatMap((cell) => cell?.problems ?? []);
    const file = problemFile("made", made.map(recordOfMade));
    const files = written(file);
    expect(files.map(({ name }) => name).slice(0, 2)).toEqual([
      "dataset.json",
      "models/0_lp_typeA_easy_0000.mps",
    ]);
    const read = await parseBenchmark(files);
    expect(read.refusals).toEqual([]);
    expect(read.problemFile).toEqual(file);
    expect(read.summary).toMatchObject({ taken: made.length, doubts: [], cautions: [], integralityOnly: 0 });
  },
);

test("an entry that names a root its model has not is skipped with the name", async () => {
  const cells = [
    ...makeSet(
      { ...order, types: ["A"], perCell: 4, names: "neutral" },
      new IntegerJudge(await loadOracle()),
      new SeenModels(),
    ),
  ];
  const records = cells.flatMap((cell) => cell?.problems ?? []).map(recordOfMade);
  const [index, ...models] = written(problemFile("made", records));
  const text = index.text.replace(/"roots": \[\s*\[\s*"c\d+"/, '"roots": [["nowhere"');
  const read = await parseBenchmark([{ ...index, text }, ...models]);
  expect(read.refusals).toMatchObject([{ reason: 'Its entry names "nowhere", which its model has not.' }]);
});
