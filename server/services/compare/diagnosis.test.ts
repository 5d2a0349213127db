import { expect, test } from "vitest";
import { problemHashes } from "../testing.ts";
import { evaluationDiagnosis } from "../evaluations/diagnosis.ts";
import { compareDiagnosis } from "./diagnosis.ts";
import { resolveSides } from "./resolve-sides.ts";
import { comparisonWorld, type Play } from "./testing.ts";

const hashes = problemHashes(30, "diagnosed");
const base: Play = { hashes, solvedAt: (i) => (i < 20 ? 2 : null) };
const dropping = (...targets: string[]) => targets.map((target) => ({ action: "DROP", target }));

const { ctx, idOf } = comparisonWorld({
  baseline: { ...base, episodes: (i) => dropping("c1", ...(i < 15 ? ["c1", "c2"] : [])) },
  no_kl: { ...base, episodes: () => [{ action: "DIAGNOSE", target: "c2" }, ...dropping("c2", "x9")] },
  dynamic: base,
});
const evaluationIdOf = (runId: string) => resolveSides(ctx, [runId])[0].evaluation.id;
const ids = ["baseline", "no_kl", "dynamic"].map(idOf);

test("each definition is its own mean over problems, by what is counted", () => {
  const { rows } = compareDiagnosis(ctx, { ids, counts: "drop", common: false });
  const values = rows.map((r) => r.values.map((v) => v.value));
  expect(values[0][0]).toBeCloseTo(0.75, 12);
  expect(values[1][0]).toBeCloseTo(1, 12);
  expect(values[2].slice(0, 2)).toEqual([0.75, expect.closeTo(1 / 3, 12)]);
  const diagnosed = compareDiagnosis(ctx, { ids, counts: "diagnose", common: false });
  expect(diagnosed.rows[0].values.map((v) => v.value)).toEqual([0, 0.5, null]);
});

test("the difference is paired by problem and carries its interval", () => {
  const { rows } = compareDiagnosis(ctx, { ids: ids.slice(0, 2), counts: "drop", common: false });
  const [, d] = rows[0].differences;
  expect(d?.value).toBeCloseTo(-0.25, 12);
  expect(d?.n).toBe(30);
  expect(d?.low).toBeLessThan(-0.25);
  expect(rows[0].definition).toMatch(/\|G ∩ D\| \/ \|G\| as sets.*targets of DROP/);
});

test("an evaluation without stored episodes is not defined, with n 0, and takes only its own difference away", () => {
  const { rows } = compareDiagnosis(ctx, { ids, counts: "drop", common: false });
  for (const row of rows) {
    expect(row.values[2]).toMatchObject({ value: null, n: 0, method: "not defined: no episodes stored" });
    expect(row.differences[2]).toMatchObject({ value: null, method: "not defined: no episodes stored" });
    expect(row.differences[1]?.value).not.toBeNull();
  }
});

test("asked for common problems where none are shared, each keeps its own value and no difference is given", () => {
  const apart = comparisonWorld({
    baseline: { ...base, episodes: () => dropping("c1") },
    no_kl: { ...base, hashes: problemHashes(30, "elsewhere"), episodes: () => dropping("c2") },
  });
  const sides = ["baseline", "no_kl"].map(apart.idOf);
  const { rows } = compareDiagnosis(apart.ctx, { ids: sides, counts: "drop", common: true });
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
  const { rows } = compareDiagnosis(overlap.ctx, { ids: sides, counts: "drop", common: true });
  expect(rows[0].values.map(({ value, n }) => [value, n])).toEqual([
    [0.5, 10],
    [0.5, 10],
  ]);
  expect(rows[0].differences[1]?.value).toBe(0);
});

test("one evaluation says every definition at once, with what was named rightly and what one right repair reaches", () => {
  const found = evaluationDiagnosis(ctx, evaluationIdOf(ids[1]));
  expect(found).toMatchObject({ episodes: 30, n: 30 });
  const [set] = found.rows;
  expect(set.by.diagnose).toEqual({ value: 0.5, n: 30 });
  expect(set.by.drop).toEqual({ value: 0.5, n: 30 });
  expect(found.precision.diagnose).toEqual({ value: 1, n: 30 });
  expect(found.precision.drop).toEqual({ value: 0.5, n: 30 });
  expect(found.innocent.drop).toEqual({ value: 1, n: 30 });
  expect(found.ceiling).toEqual({ value: 0.5, n: 30 });
});

test("without stored episodes nothing is said of a diagnosis", () => {
  const found = evaluationDiagnosis(ctx, evaluationIdOf(ids[2]));
  expect(found).toMatchObject({ episodes: 0, n: 0, ceiling: { value: null, n: 0 } });
  expect(found.precision.drop).toEqual({ value: null, n: 0 });
});
