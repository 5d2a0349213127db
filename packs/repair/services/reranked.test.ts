import { expect, test } from "vitest";
import { selectFinalEvaluation } from "#db/queries/inputs.ts";
import { compareEvaluations } from "../../../server/services/compare/overview.ts";
import { comparisonWorld } from "../../../server/services/compare/testing.ts";
import { REPORTED_DA } from "../contracts/choice.ts";
import { problemHashes } from "../../../server/services/testing.ts";
import { evaluationDecodings } from "./decodings.ts";
import { getEvaluation } from "../../../server/services/evaluations/get.ts";

const hashes = problemHashes(40);

/** Of 40 problems every fourth has 0 quick samples of 8, every other 2, 4 and 6; the choice is quick on `quick` of them. */
const world = () => {
  const made = comparisonWorld({
    baseline: { hashes, solvedAt: (i) => (i < 20 ? 3 : null), sampledAt5: (i) => (i % 4) / 4 },
    no_kl: { hashes, solvedAt: (i) => (i % 4 > 0 ? 3 : null), sampledAt5: (i) => (i % 4) / 4 },
    dynamic: { hashes, solvedAt: (i) => (i < 20 ? 3 : null) },
  });
  const evaluationOf = (config: string) => selectFinalEvaluation(made.ctx.db, made.idOf(config))?.id ?? "";
  return { ...made, evaluationOf };
};

test("an evaluation of chosen samples says what they are worth: all, chosen, and the best choice, by problem", () => {
  const { ctx, evaluationOf } = world();
  const found = getEvaluation(ctx, evaluationOf("no_kl")).reranked;
  expect(found?.samples).toBe(8);
  expect(found?.rows.map(({ title, value, n, hits }) => [title, value, n, hits])).toEqual([
    ["RR@5, mean of the samples", expect.closeTo(0.375, 12), 40, null],
    ["RR@5, chosen by the PRM", 0.75, 40, 30],
    ["RR@5, best possible choice", 0.75, 40, 30],
  ]);
  for (const { low, high, value } of found?.rows ?? []) {
    expect(low).toBeLessThan(value ?? 0);
    expect(high).toBeGreaterThan(value ?? 1);
  }
  // Of each four problems the choice gains 0, 3/4, 1/2, 1/4: mean .375, sd .2831.
  const [mean, chosen, best] = found?.rows ?? [];
  expect(mean.difference).toBeNull();
  expect(chosen.difference?.value).toBeCloseTo(0.375, 12);
  expect(chosen.difference?.low).toBeCloseTo(0.375 - (2.0227 * 0.28307) / Math.sqrt(40), 3);
  expect(best.difference?.value).toBeCloseTo(0.375, 12);
  expect(found?.message).toMatch(/^Choosing by the PRM is worth more than taking any of 8 samples: \+37\.5/);
});

test("a choice that is not settled is not called better, and an evaluation without samples says nothing", () => {
  const { ctx, evaluationOf } = world();
  expect(getEvaluation(ctx, evaluationOf("baseline")).reranked?.message).toMatch(
    /is not shown to be worth more/,
  );
  expect(getEvaluation(ctx, evaluationOf("dynamic")).reranked).toBeNull();
});

test("a comparison has the samples of its sides beside what was chosen, each with its paired difference", () => {
  const { ctx, idOf } = world();
  const both = compareEvaluations(ctx, { ids: [idOf("baseline"), idOf("no_kl")], k: 5, common: false });
  expect(both.rows.map(({ title }) => title).slice(0, 3)).toEqual([
    "RR@5",
    "RR@5, mean of the samples",
    "RR@5, best possible choice",
  ]);
  const [, sampled, best] = both.rows;
  expect(sampled.values.map(({ value }) => value)).toEqual([0.375, 0.375]);
  expect(sampled.differences[1]).toMatchObject({ value: 0, n: 40 });
  expect(best.values.map(({ hits, n }) => [hits, n])).toEqual([
    [30, 40],
    [30, 40],
  ]);
  expect(best.differences[1]).toMatchObject({ value: 0, p: 1, n: 40 });
  expect(both.intervals).toContain("mean of the samples");
  const one = compareEvaluations(ctx, { ids: [idOf("dynamic")], k: 5, common: false });
  expect(one.rows.map(({ title }) => title)).not.toContain("RR@5, mean of the samples");
  const mixed = compareEvaluations(ctx, { ids: [idOf("dynamic"), idOf("no_kl")], k: 5, common: false });
  expect(mixed.rows[1].values.map(({ value, n }) => [value, n])).toEqual([
    [null, 0],
    [expect.closeTo(0.375, 12), 40],
  ]);
});

test("the best of several is called by how it was chosen, not sampled", () => {
  const { ctx, evaluationOf } = world();
  const { rows } = evaluationDecodings(ctx, { id: evaluationOf("no_kl"), ...REPORTED_DA });
  expect(rows.map(({ decoding }) => decoding)).toEqual([
    "best of 8 by the mean score of PRM 1a2b3c4d, temperature 1",
  ]);
});
