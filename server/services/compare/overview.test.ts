import { describe, expect, test } from "vitest";
import { insertEvaluation } from "#db/queries/evaluations.ts";
import { watchStatements } from "#db/testing.ts";
import { growthOfSteps } from "../../../workers/math/testing/count-steps.ts";
import { detectableFlips, mcnemar } from "../../stats/problems/mcnemar.ts";
import { newId } from "../hashing.ts";
import { codeOf, problemHashes } from "../testing.ts";
import { compareEvaluations } from "./overview.ts";
import { comparisonWorld, type Play } from "./testing.ts";

const N = 120;
const hashes = problemHashes(N, "shared");
/** Solves the first `count` problems at step 3, the next ten at step 9. */
const solving = (count: number, more: Partial<Play> = {}): Play => ({
  hashes,
  solvedAt: (i) => (i < count ? 3 : i < count + 10 ? 9 : null),
  ...more,
});

const rowOf = (comparison: ReturnType<typeof compareEvaluations>, id: string) => {
  const row = comparison.rows.find((r) => r.id === id);
  if (!row) throw new Error(`no row ${id}`);
  return row;
};

describe("two evaluations of the same problems", () => {
  const { ctx, idOf } = comparisonWorld({
    baseline: solving(60),
    no_kl: { ...solving(0), solvedAt: (i) => (i >= 10 && i < 85 ? 4 : null) },
  });
  const ids = [idOf("baseline"), idOf("no_kl")];
  const found = compareEvaluations(ctx, { ids, k: 5, common: false });

  test("a run stands for its final evaluation, and the curve counts every problem", () => {
    expect(found.sides.map((s) => [s.name, s.n, s.measured])).toEqual([
      ["baseline-s0", N, N],
      ["no_kl-s0", N, N],
    ]);
    expect(found.curves[0].map((p) => p.hits)).toEqual([
      0,
      0,
      ...Array.from({ length: 6 }, () => 60),
      ...Array.from({ length: 12 }, () => 70),
    ]);
    expect(found.steps[0]).toEqual({
      solvedAt: [
        { steps: 3, n: 60 },
        { steps: 9, n: 10 },
      ],
      unsolved: 50,
    });
  });

  test("fixed and broken problems, exact McNemar and Tango's interval of the second minus the first", () => {
    const [, pair] = found.pairs;
    expect(pair).toMatchObject({ n: N, both: 50, onlyA: 10, onlyB: 25, neither: 35 });
    const direct = mcnemar(25, 10, N);
    expect(pair?.difference).toMatchObject({
      value: 15 / N,
      low: direct.low,
      high: direct.high,
      p: direct.p,
    });
    expect(pair?.pMid).toBe(direct.pMid);
    expect(rowOf(found, "rr_at_5").differences[1]?.value).toBeCloseTo(0.125, 12);
    expect(found.ranked).toBe(true);
  });

  test("mean steps are paired by problem, with the value an independent computation gives", () => {
    const row = rowOf(found, "steps");
    expect(row.values[0].value).toBeCloseTo((60 * 3 + 10 * 9 + 50 * 20) / N, 12);
    const gap = (75 * 4 + 45 * 20 - (60 * 3 + 10 * 9 + 50 * 20)) / N;
    expect(row.differences[1]?.value).toBeCloseTo(gap, 12);
    expect(row.differences[1]?.method).toMatch(/120 problems that both define, paired/);
  });

  test("another k is another row, and RR@5 stays", () => {
    const at9 = compareEvaluations(ctx, { ids, k: 9, common: false });
    expect(at9.rows.map((r) => r.id).slice(0, 3)).toEqual(["rr_at_9", "rr_at_5", "rr"]);
    expect(rowOf(at9, "rr_at_9").values[0].hits).toBe(70);
  });

  test("an evaluation named twice stands once", () => {
    const twice = [ids[0], found.sides[0].evaluationId];
    expect(compareEvaluations(ctx, { ids: twice, k: 5, common: false }).sides).toHaveLength(1);
  });

  test("an id that is not known is refused by name", () => {
    expect(
      codeOf(() => compareEvaluations(ctx, { ids: [`run_${"0".repeat(16)}`], k: 5, common: false })).code,
    ).toBe("not_found");
  });
});

describe("a difference the problems do not carry", () => {
  test("is a note with the difference that would have shown, and nothing is forbidden", () => {
    const shifted: Play = { hashes, solvedAt: (i) => (i >= 20 && i < 84 ? 3 : null) };
    const { ctx, idOf } = comparisonWorld({ baseline: solving(60), no_kl: shifted });
    const found = compareEvaluations(ctx, { ids: [idOf("baseline"), idOf("no_kl")], k: 5, common: false });
    expect(found.findings).toMatchObject([{ rule: "C09", severity: "info", metric: "RR@5" }]);
    expect(found.findings[0].evidence).toMatch(
      /44 of 120 problems differ\. A difference of 15\.3\u202fpp would have shown/,
    );
    expect(found.ranked).toBe(true);
  });
  test("is silent where the interval excludes 0", () => {
    const { ctx, idOf } = comparisonWorld({ baseline: solving(30), no_kl: solving(80) });
    const found = compareEvaluations(ctx, { ids: [idOf("baseline"), idOf("no_kl")], k: 5, common: false });
    expect(found.findings).toEqual([]);
  });
});

describe("different problems", () => {
  const other = [...hashes.slice(40), ...problemHashes(30, "alien")];
  const { ctx, idOf } = comparisonWorld({
    baseline: solving(60),
    no_kl: { ...solving(20), hashes: other },
    dynamic: { ...solving(10), hashes: problemHashes(50, "elsewhere") },
  });
  const ids = [idOf("baseline"), idOf("no_kl")];

  test("are said, with counts, and no difference is given at all", () => {
    const found = compareEvaluations(ctx, { ids, k: 5, common: false });
    expect(found.gaps).toMatchObject([{ side: 1, shared: 80, onlyFirst: 40, onlyThis: 30 }]);
    expect(found.ranked).toBe(false);
    expect(found.pairs).toEqual([null, null]);
    for (const row of found.rows)
      expect(row.differences[1]).toMatchObject({ value: null, low: null, p: null });
    expect(found.findings[0]).toMatchObject({ rule: "C02", severity: "error" });
    expect(found.rows[0].values.map((v) => v.n)).toEqual([N, 110]);
  });

  test("restricted to the common ones both count the same, and the objection is gone", () => {
    const found = compareEvaluations(ctx, { ids, k: 5, common: true });
    expect([found.restricted, found.common]).toEqual([true, 80]);
    expect(found.sides.map((s) => s.n)).toEqual([80, 80]);
    expect(found.pairs[1]).toMatchObject({ n: 80, both: 20, onlyA: 0, onlyB: 0, neither: 60 });
    expect(found.findings.map((o) => o.rule)).not.toContain("C02");
    expect(found.rows[0].values.map((v) => v.hits)).toEqual([20, 20]);
  });

  test("with nothing in common there is no restriction to make", () => {
    const found = compareEvaluations(ctx, { ids: [ids[0], idOf("dynamic")], k: 5, common: true });
    expect([found.restricted, found.common, found.ranked]).toEqual([false, 0, false]);
  });

  test("a third side takes the differences of all away until the common problems are asked for", () => {
    const found = compareEvaluations(ctx, { ids: [...ids, idOf("dynamic")], k: 5, common: false });
    expect(found.pairs).toEqual([null, null, null]);
  });
});

test("another protocol is objected to and not ranked, the values stay", () => {
  const { ctx, idOf } = comparisonWorld({ baseline: solving(60), no_kl: solving(80, { maxSteps: 50 }) });
  const found = compareEvaluations(ctx, { ids: [idOf("baseline"), idOf("no_kl")], k: 5, common: false });
  expect(found.findings).toMatchObject([{ rule: "C03", severity: "error" }]);
  expect(rowOf(found, "rr").values[1].hits).toBe(90);
  expect(rowOf(found, "rr").differences[1]).toMatchObject({
    value: null,
    method: "not ranked: C03, another protocol",
  });
});

test("another definition of DA takes only DA's difference away", () => {
  const { ctx, idOf } = comparisonWorld({
    baseline: solving(60),
    no_kl: solving(80, { daDefinition: "da.root, counts: drop" }),
  });
  const found = compareEvaluations(ctx, { ids: [idOf("baseline"), idOf("no_kl")], k: 5, common: false });
  expect(found.findings.map((o) => o.rule)).toEqual(["C04"]);
  expect(rowOf(found, "da.root").differences[1]?.value).toBeNull();
  expect(rowOf(found, "rr_at_5").differences[1]?.value).toBeCloseTo(20 / N, 12);
});

test("three comparisons widen every interval, and the caption says so", () => {
  const { ctx, idOf } = comparisonWorld({
    baseline: solving(60),
    no_kl: solving(90),
    asym_clip: solving(61),
    dynamic: solving(62),
  });
  const two = compareEvaluations(ctx, { ids: [idOf("baseline"), idOf("no_kl")], k: 5, common: false });
  const four = compareEvaluations(ctx, {
    ids: ["baseline", "no_kl", "asym_clip", "dynamic"].map(idOf),
    k: 5,
    common: false,
  });
  const [alone, among] = [two.pairs[1]?.difference, four.pairs[1]?.difference];
  expect(among?.low).toBeLessThan(alone?.low ?? -1);
  expect(among?.p).toBeCloseTo(Math.min(1, 3 * (alone?.p ?? 1)), 12);
  expect(four.caption).toMatch(/3 comparisons: intervals and p by Bonferroni/);
  const shown = (level: number) => detectableFlips({ n: N, flips: 30 }, { level });
  expect(two.pairs[1]?.detectable).toBe(shown(0.95));
  expect(four.pairs[1]?.detectable).toBe(shown(1 - 0.05 / 3));
  expect(shown(1 - 0.05 / 3)).toBeGreaterThan(shown(0.95) ?? 1);
});

/** Ten evaluations of the same problems, as ids, in a world of their own. */
function tenEvaluations(problems: number) {
  const many = problemHashes(problems, "many");
  const { ctx, idOf } = comparisonWorld({
    baseline: { hashes: many, solvedAt: (i) => (i % 9 === 0 ? null : 1 + (i % 7)) },
  });
  const run = compareEvaluations(ctx, { ids: [idOf("baseline")], k: 5, common: false }).sides[0];
  const stored = ctx.db.$client
    .prepare("select * from evaluations where id = ?")
    .get(run.evaluationId) as Record<string, unknown>;
  const ids = Array.from({ length: 10 }, (_, side) => {
    const id = newId("evaluation");
    insertEvaluation(
      ctx.db,
      {
        id,
        runId: run.runId,
        attemptId: String(stored.attempt_id),
        key: `copy-${side}`,
        trainStep: side,
        final: false,
        populationHash: run.problems,
        protocol: JSON.parse(String(stored.protocol)),
        protocolHash: String(stored.protocol_hash),
        n: many.length,
        at: side,
      },
      many.map((problemHash, i) => {
        const solved = (i * 7 + side) % 8 !== 0;
        return {
          problemHash,
          solved,
          steps: solved ? 1 + ((i + side) % 11) : 20,
          op: solved ? 0.97 : null,
          da: 0.3,
          clean: solved,
          confirmed: null,
        };
      }),
    );
    return id;
  });
  return { ctx, ids };
}

describe("ten evaluations", () => {
  const k5 = { k: 5, common: false };

  test("are compared in steps that follow the number of problems", () => {
    const grown = growthOfSteps(400, (problems) => {
      const { ctx, ids } = tenEvaluations(problems);
      return () => compareEvaluations(ctx, { ids, ...k5 });
    });
    expect(grown).toBeLessThan(10);
  });

  test("are compared by the same statements however many the problems, none of which reads a whole table", () => {
    const [few, many] = [40, 320].map((problems) => {
      const { ctx, ids } = tenEvaluations(problems);
      return watchStatements(ctx.db, () => {
        expect(compareEvaluations(ctx, { ids, ...k5 }).pairs.filter(Boolean)).toHaveLength(9);
      });
    });
    expect(many.statements).toEqual(few.statements);
    expect(many.scanned).toEqual([]);
  });
});

describe("the training rewards of the runs behind two sides", () => {
  const own = Array.from({ length: 14 }, (_, i) => -3 + 0.9 * i + 0.31 * ((i * 5) % 4));
  const against = (rewards: number[]) => {
    const { ctx, idOf } = comparisonWorld(
      {
        no_kl: solving(30, { rewards: { "reward/shaped": own } }),
        token_loss: solving(80, { rewards: { "reward/shaped": rewards } }),
      },
      [11],
    );
    const ids = [idOf("no_kl"), idOf("token_loss")];
    return compareEvaluations(ctx, { ids, k: 5, common: false }).findings.map((o) => `${o.rule} ${o.metric}`);
  };

  test("are objected to where one is the other times a factor", () => {
    expect(against(own.map((r) => 2.5 * r))).toEqual(["I01 reward/shaped"]);
  });
  test("are left alone where they are equal, or differ by more than a factor", () => {
    expect(against(own)).toEqual([]);
    expect(against(own.map((r, i) => 2.5 * r + (i % 2)))).toEqual([]);
  });
});
