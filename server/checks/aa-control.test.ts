import { expect, test } from "vitest";
import type { AblationRow, TableColumn } from "../contracts/experiment.ts";
import { asMuchAsControl, controlScatter, controlShift, controlText } from "./aa-control.ts";

const METRIC = "eval/rr_at_5";
const column = { metric: METRIC, title: "RR@5", unit: "share" } as TableColumn;
const shift = (to: number, from: number | null = 0) => ({ name: "start_shift", label: "Shift", from, to });

function row(config: string, values: (number | null)[], more: Partial<AblationRow> = {}): AblationRow {
  const known = values.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return {
    config,
    baseline: config === "baseline",
    changed: config === "twin" ? [shift(1e-6)] : [{ name: "beta_kl", label: "KL", from: 0.01, to: 0 }],
    bySeed: { [METRIC]: values.map((value, seed) => ({ seed, runId: `run_${seed}`, value })) },
    difference: { [METRIC]: { value: config === "baseline" ? null : mean - 0.5 } },
    comparable: { [METRIC]: true },
    ...more,
  } as unknown as AblationRow;
}
const baseline = row("baseline", [0.5, 0.5, 0.5]);
// Differences 0.1, -0.1 and 0.2: root mean square sqrt(0.02); t(3) 3.182446, over sqrt(3) seeds.
const twin = row("twin", [0.6, 0.4, 0.7]);

test("a twin differs from the baseline in the shift of its start alone, by as good as nothing", () => {
  expect(controlShift([shift(1e-6)])).toBe(1e-6);
  const kl = { name: "beta_kl", label: "KL", from: 0.01, to: 0 };
  for (const changed of [[], [kl], [shift(1e-6), kl], [shift(0.1)], [shift(0, 1e-6)], [shift(1e-6, null)]])
    expect(controlShift(changed)).toBeNull();
});

test("what chance does is the root mean square of seed by seed differences, and a t of as many degrees of freedom", () => {
  const scatter = controlScatter(baseline.bySeed[METRIC], twin.bySeed[METRIC]);
  expect(scatter?.seeds).toBe(3);
  expect(scatter?.perSeed).toBeCloseTo(Math.sqrt(0.02), 12);
  expect(scatter?.reach).toBeCloseTo((3.1824463052842638 * Math.sqrt(0.02)) / Math.sqrt(3), 9);
});

test("seeds that only one of both has count for nothing, and one in common is too few", () => {
  const values = row("twin", [0.6, null, 0.7]).bySeed[METRIC];
  expect(controlScatter(baseline.bySeed[METRIC], values)?.seeds).toBe(2);
  expect(controlScatter(baseline.bySeed[METRIC].slice(0, 1), values)).toBeNull();
  expect(controlScatter([], [])).toBeNull();
});

test("the table says how far its twin scatters, and nothing where it has none", () => {
  expect(controlText(column, [baseline, twin])).toBe(
    "the A/A control, whose start moved by 1e-6, scatters by 14.1\u202fpp seed by seed in RR@5 (root mean square, 3 seeds)",
  );
  expect(controlText(column, [baseline, row("no_kl", [0.6, 0.6, 0.6])])).toBeNull();
});

test("where the twin scatters as much as configurations differ, the table says of which; else nothing", () => {
  const near = row("no_kl", [0.6, 0.6, 0.6]);
  const far = row("prm", [0.1, 0.1, 0.1]);
  expect(asMuchAsControl(column, [baseline, twin, near])).toBe(
    "The A/A control scatters as much: chance alone takes a mean of 3 seeds up to 26.0\u202fpp away (95 %), and no_kl differs by no more.",
  );
  const alike = row("asym_clip", [0.5, 0.5, 0.5]);
  expect(asMuchAsControl(column, [baseline, twin, near, alike])).toMatch(
    /none of 2 configurations differs by more\.$/,
  );
  expect(asMuchAsControl(column, [baseline, row("twin", [0.5, 0.5, 0.5]), alike])).toBeNull();
  expect(asMuchAsControl(column, [baseline, twin, near, far])).toMatch(/, and no_kl differs by no more\.$/);
  expect(asMuchAsControl(column, [baseline, twin, far])).toBeNull();
  expect(asMuchAsControl(column, [baseline, twin])).toBeNull();
  expect(asMuchAsControl(column, [baseline, near])).toBeNull();
  const forbidden = row("no_kl", [0.6, 0.6, 0.6], { comparable: { [METRIC]: false } });
  expect(asMuchAsControl(column, [baseline, twin, forbidden])).toBeNull();
});
