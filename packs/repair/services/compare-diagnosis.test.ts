import { expect, test } from "vitest";
import { problemHashes } from "../../../server/services/testing.ts";
import { evaluationDiagnosis } from "./diagnosis.ts";
import { seededRandom } from "../../../server/stats/seeded-random.ts";
import { compareDiagnosis, pairedGaps } from "./compare-diagnosis.ts";
import { resolveSides } from "../../../server/services/compare/resolve-sides.ts";
import { comparisonWorld, type Play } from "../../../server/services/compare/testing.ts";

const hashes = problemHashes(30, "diagnosed");
const base: Play = { hashes, solvedAt: (i) => (i < 20 ? 2 : null) };
const dropping = (...targets: string[]) => targets.map((target) => ({ action: "DROP", target }));

const { ctx, idOf } = comparisonWorld({
  baseline: { ...base, episodes: (i) => dropping("c1", ...(i < 15 ? ["c1", "c2"] : [])) },
  no_kl: { ...base, episodes: () => [{ action: "DIAGNOSE", target: "c2" }, ...dropping("c2", "x9")] },
  dynamic: base,
});
const evaluationIdOf = (runId: string) => resolveSides(ctx, [runId])[0].evaluation.id;
const NOBODY = "not recorded: nobody counted what its episodes named";
const ids = ["baseline", "no_kl", "dynamic"].map(idOf);

test("each definition is its own mean over problems, by what is counted", () => {
  const { rows } = compareDiagnosis(ctx, { ids, da: "da.iis_set", counts: "drop", common: false });
  const values = rows.map((r) => r.values.map((v) => v.value));
  expect(values[0][0]).toBeCloseTo(0.75, 12);
  expect(values[2][0]).toBeCloseTo(1, 12);
  expect(values[3].slice(0, 2)).toEqual([0.75, expect.closeTo(1 / 3, 12)]);
  const diagnosed = compareDiagnosis(ctx, { ids, da: "da.iis_set", counts: "diagnose", common: false });
  expect(diagnosed.rows[0].values.map((v) => v.value)).toEqual([0, 0.5, null]);
});

test("the difference is paired by problem and carries its interval", () => {
  const { rows } = compareDiagnosis(ctx, {
    ids: ids.slice(0, 2),
    da: "da.iis_set",
    counts: "drop",
    common: false,
  });
  const [, d] = rows[0].differences;
  expect(d?.value).toBeCloseTo(-0.25, 12);
  expect(d?.n).toBe(30);
  expect(d?.low).toBeLessThan(-0.25);
  expect(rows[0].definition).toMatch(/\|G ∩ D\| \/ \|G\| as sets.*targets of DROP/);
});

test("an evaluation without stored episodes is not defined, with n 0, and takes only its own difference away", () => {
  const { rows } = compareDiagnosis(ctx, { ids, da: "da.iis_set", counts: "drop", common: false });
  for (const row of rows.filter(({ id }) => id !== "da.root")) {
    expect(row.values[2]).toMatchObject({ value: null, n: 0, method: NOBODY });
    expect(row.differences[2]).toMatchObject({ value: null, method: NOBODY });
    expect(row.differences[1]?.value).not.toBeNull();
  }
});

test("asked for common problems where none are shared, each keeps its own value and no difference is given", () => {
  const apart = comparisonWorld({
    baseline: { ...base, episodes: () => dropping("c1") },
    no_kl: { ...base, hashes: problemHashes(30, "elsewhere"), episodes: () => dropping("c2") },
  });
  const sides = ["baseline", "no_kl"].map(apart.idOf);
  const { rows } = compareDiagnosis(apart.ctx, {
    ids: sides,
    da: "da.iis_set",
    counts: "drop",
    common: true,
  });
  expect(rows[0].values.map(({ value, n }) => [value, n])).toEqual([
    [0.5, 30],
    [0.5, 30],
  ]);
  expect(rows[0].differences[1]).toMatchObject({
    value: null,
    method: "not ranked: C02, other problems",
  });
});

test("restricted to common problems only those count, where problems differ", () => {
  const overlap = comparisonWorld({
    baseline: { ...base, episodes: (i) => dropping(i < 10 ? "c1" : "x") },
    no_kl: { ...base, hashes: hashes.slice(0, 10), episodes: () => dropping("c2") },
  });
  const sides = ["baseline", "no_kl"].map(overlap.idOf);
  const { rows } = compareDiagnosis(overlap.ctx, {
    ids: sides,
    da: "da.iis_set",
    counts: "drop",
    common: true,
  });
  expect(rows[0].values.map(({ value, n }) => [value, n])).toEqual([
    [0.5, 10],
    [0.5, 10],
  ]);
  expect(rows[0].differences[1]?.value).toBe(0);
});

test("one evaluation says every definition at once, with what was named rightly and what one right repair reaches", () => {
  const found = evaluationDiagnosis(ctx, {
    id: evaluationIdOf(ids[1]),
    da: "da.iis_set_micro",
    counts: "drop",
  });
  expect(found).toMatchObject({ from: "episodes", counted: 30, n: 30 });
  const [root, set] = found.rows;
  expect(root.mean.diagnose).toEqual({ value: null, n: 0 });
  expect(set.mean.diagnose).toEqual({ value: 0.5, n: 30 });
  expect(set.micro.drop).toEqual({ value: 0.5, n: 30 });
  expect(found.chosen).toMatchObject({
    title: "DA, da.iis_set_micro (DROP)",
    value: 0.5,
    n: 30,
    of: "problems with a conflict",
  });
  expect(set.mean.drop).toEqual({ value: 0.5, n: 30 });
  expect(found.precision.diagnose).toEqual({ value: 1, n: 30 });
  expect(found.precision.drop).toEqual({ value: 0.5, n: 30 });
  expect(found.innocent.drop).toEqual({ value: 1, n: 30 });
  expect(found.ceiling).toEqual({ value: 0.5, n: 30 });
});

test("where nobody counted nothing is said of a diagnosis", () => {
  const found = evaluationDiagnosis(ctx, { id: evaluationIdOf(ids[2]), da: "da.iis_set", counts: "drop" });
  expect(found).toMatchObject({ from: null, counted: 0, n: 0, ceiling: { value: null, n: 0 } });
  expect(found.precision.drop).toEqual({ value: null, n: 0 });
});

const TALLY = { conflict: 4, faults: 2 };
const named = (roots: number, members: number, distinct = members) => [roots, members, members, distinct];

test("rows that were counted need no episodes, tell the roots, and pool into one ratio of sums", () => {
  const counted = comparisonWorld({
    baseline: {
      ...base,
      diagnosis: (i) => [
        i < 15 ? 2 : 6,
        TALLY.faults,
        ...named(0, 0),
        ...named(1, 1, 2),
        ...named(1, 1, 2),
        ...named(1, 1, 2),
      ],
    },
    no_kl: {
      ...base,
      diagnosis: (i) => [
        i < 15 ? 2 : 6,
        TALLY.faults,
        ...named(2, 1),
        ...named(1, 2),
        ...named(1, 2),
        ...named(1, 2),
      ],
    },
  });
  const sides = ["baseline", "no_kl"].map(counted.idOf);
  const pooled = compareDiagnosis(counted.ctx, {
    ids: sides,
    da: "da.iis_set_micro",
    counts: "drop",
    common: false,
  });
  expect(pooled.rows.map(({ id }) => id)).toEqual([
    "da.iis_set_micro",
    "da.root_micro",
    "da.iis_dup_micro",
    "da.iis_jaccard_micro",
  ]);
  const [set, root] = pooled.rows;
  expect(set.values.map(({ value }) => value)).toEqual([
    expect.closeTo(30 / 120, 12),
    expect.closeTo(60 / 120, 12),
  ]);
  // The ratio of sums of the paired difference, 30 / 120; with equal gaps its spread is that of the sizes.
  expect(set.differences[1]?.value).toBeCloseTo(0.25, 12);
  expect(set.differences[1]?.low).toBeLessThan(0.25);
  expect(set.differences[1]?.method).toMatch(
    /^difference of two ratios of sums, linearised problem by problem; /,
  );
  expect(root.values.map(({ value }) => value)).toEqual([0.5, 0.5]);
  const { chosen, byLevel, ceiling, from } = evaluationDiagnosis(counted.ctx, {
    id: resolveSides(counted.ctx, sides)[1].evaluation.id,
    da: "da.root",
    counts: "diagnose",
  });
  expect(from).toBe("rows");
  expect(chosen).toMatchObject({ value: 1, n: 30, of: "problems with known faults" });
  expect(byLevel.reduce((sum, { n }) => sum + n, 0)).toBe(30);
  expect(ceiling.value).toBeCloseTo(30 / 120, 12);
});

test("the linearised gaps of two ratios average to their difference, and spread as resampled problems do", () => {
  const parts = (h: (i: number) => number) =>
    new Map(Array.from({ length: 60 }, (_, i) => [String(i), { hits: h(i), of: 1 + (i % 4) }]));
  const [a, b] = [parts((i) => (i % 4 === 3 ? 2 : 0)), parts((i) => (i % 2 === 0 ? 1 : i % 4))];
  const gaps = pairedGaps(a, b, true);
  const ratioOf = (of: typeof a, keys: string[]) => {
    const list = keys.map((key) => of.get(key) ?? { hits: 0, of: 0 });
    return list.reduce((s, p) => s + p.hits, 0) / list.reduce((s, p) => s + p.of, 0);
  };
  const keys = [...a.keys()];
  const mean = gaps.reduce((s, g) => s + g, 0) / gaps.length;
  expect(mean).toBeCloseTo(ratioOf(b, keys) - ratioOf(a, keys), 12);
  const error = Math.sqrt(gaps.reduce((s, g) => s + (g - mean) ** 2, 0) / (gaps.length - 1) / gaps.length);
  const random = seededRandom(3);
  const resampled = Array.from({ length: 4000 }, () => {
    const draw = keys.map(() => keys[Math.floor((random() / 2 ** 32) * keys.length)]);
    return ratioOf(b, draw) - ratioOf(a, draw);
  });
  const centre = resampled.reduce((s, r) => s + r, 0) / resampled.length;
  const spread = Math.sqrt(resampled.reduce((s, r) => s + (r - centre) ** 2, 0) / (resampled.length - 1));
  expect(error / spread).toBeGreaterThan(0.9);
  expect(error / spread).toBeLessThan(1.1);
});
