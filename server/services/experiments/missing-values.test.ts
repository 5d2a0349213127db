import { expect, test } from "vitest";
import { tableOfRows } from "../../contracts/external/logged-table.ts";
import { externalWorld, tableOfValues, type ExternalWorld } from "../external/testing.ts";
import { getRun } from "../runs/get.ts";
import { ablationTable } from "./table.ts";

/** Values of the last steps of one seed; "running" never ends, "crashed" ends badly, null sends only another metric. */
type Seed = number | "running" | "failed" | null;

function send(outside: ExternalWorld, config: string, seed: number, value: Seed, key = `${config}-${seed}`) {
  outside.world.clock.now += 1000;
  const { runId } = outside.open({
    key,
    writer: key,
    name: key,
    config: { seed, method: config },
  });
  const isNumber = typeof value === "number";
  const values = isNumber ? [value, value, value] : [1, 2, 3];
  outside.verbs.log(runId, {
    writer: key,
    stream: "history",
    offset: 0,
    table: tableOfValues(isNumber ? "test/accuracy" : "loss", values),
  });
  if (value !== "running")
    outside.verbs.end(runId, {
      state: value === "failed" ? "failed" : "finished",
      exitCode: value === "failed" ? 1 : 0,
      reason: null,
    });
  return getRun(outside.world.ctx, runId).row.experimentId;
}

/** The row of the other configuration beside six seeds around 0.5. */
function tableOf(seeds: readonly Seed[], more: (outside: ExternalWorld) => void = () => {}) {
  const outside = externalWorld();
  let id = "";
  for (const [seed, value] of [0.5, 0.52, 0.48, 0.51, 0.49, 0.5].entries())
    id = send(outside, "a_baseline", seed, value);
  for (const [seed, value] of seeds.entries()) send(outside, "b_other", seed, value);
  more(outside);
  const table = ablationTable(outside.world.ctx, id);
  const row = table.rows.find(({ baseline }) => !baseline);
  if (!row) throw new Error("there is no other configuration");
  return { table, row, difference: row.difference["test/accuracy"], missing: row.missing?.["test/accuracy"] };
}

test("seeds that sent no value are counted, and no claim rests on the others alone", () => {
  const { row, difference, missing } = tableOf([0.61, 0.62, 0.63, null, null, null]);
  expect(row.metrics["test/accuracy"].n).toBe(3);
  expect(missing?.map(({ seed, why }) => [seed, why])).toEqual([
    [3, "no_value"],
    [4, "no_value"],
    [5, "no_value"],
  ]);
  expect(difference.verdict).toBe("incomplete");
  expect(difference.low).toBeGreaterThan(0);
  expect(difference.worst?.low).toBeLessThan(0);
  expect(row.findings.map(({ rule }) => rule)).toContain("C07");
});

test("a seed that ends in NaN diverged, one whose run failed is named so, and both are missing", () => {
  const { missing, difference } = tableOf([0.61, 0.62, 0.63, 0.62, NaN, "failed"]);
  expect(missing?.map(({ why }) => why)).toEqual(["diverged", "failed"]);
  expect(difference.verdict).toBe("incomplete");
});

test("a value of a run whose reward ends in NaN is in no claim", () => {
  const spoil = (outside: ExternalWorld) => {
    for (const seed of [6, 7]) {
      const key = `b_other-${seed}`;
      const { runId } = outside.open({ key, writer: key, name: key, config: { seed, method: "b_other" } });
      const rows = [0.9, 0.9].map((value, i) => ({
        step: i,
        at: 1_800_000_000_000 + i,
        values: { "test/accuracy": value, "reward/raw": seed === 6 && i === 1 ? NaN : 1 },
      }));
      outside.verbs.log(runId, { writer: key, stream: "history", offset: 0, table: tableOfRows(rows) });
      outside.verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    }
  };
  const { row, missing } = tableOf([0.61, 0.62, 0.63, 0.62, 0.6, 0.61], spoil);
  expect(missing?.map(({ seed, why }) => [seed, why])).toEqual([[6, "diverged"]]);
  expect(row.metrics["test/accuracy"].n).toBe(7);
});

test("while a seed still runs nothing is claimed yet", () => {
  const { missing, difference, table } = tableOf([0.61, 0.62, 0.63, 0.62, 0.6, "running"]);
  expect(missing?.map(({ why }) => why)).toEqual(["unfinished"]);
  expect(difference).toMatchObject({ verdict: "interim" });
  expect(table.verdicts[0].notes?.join(" ")).toMatch(/interim/i);
});

test("with all seeds the claim stands as it did", () => {
  const { missing, difference } = tableOf([0.61, 0.62, 0.63, 0.62, 0.6, 0.61]);
  expect(missing).toEqual([]);
  expect(difference).toMatchObject({ verdict: "significant" });
  expect(difference.worst).toBeUndefined();
});

test("a seed that is run until it is good counts by its first run with a value", () => {
  const again = (outside: ExternalWorld) => {
    for (const seed of [0, 1, 2]) send(outside, "b_other", seed, 0.9, `again-${seed}`);
  };
  const { row, table } = tableOf([0.5, 0.51, "failed"], again);
  expect(row.bySeed["test/accuracy"].map(({ value }) => value)).toEqual([0.5, 0.51, 0.9]);
  expect(table.leftOut.map(({ name }) => name)).toEqual(["again-0", "again-1", "b_other-2"]);
});

test("a seed whose run repeats another one point by point counts once, and is said to", () => {
  const outside = externalWorld();
  let id = "";
  const sendCurve = (config: string, seed: number, level: number) => {
    const key = `${config}-${seed}`;
    const { runId } = outside.open({ key, writer: key, name: key, config: { seed, method: config } });
    const values = Array.from({ length: 12 }, (_, i) => level + (i % 3) / 100);
    outside.verbs.log(runId, {
      writer: key,
      stream: "history",
      offset: 0,
      table: tableOfValues("test/accuracy", values),
    });
    outside.verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    id = getRun(outside.world.ctx, runId).row.experimentId;
  };
  for (const [seed, level] of [0.5, 0.52, 0.48, 0.51].entries()) sendCurve("a_baseline", seed, level);
  for (const [seed, level] of [0.6, 0.62, 0.6, 0.61, 0.62].entries()) sendCurve("b_other", seed, level);
  const row = ablationTable(outside.world.ctx, id).rows.find(({ baseline }) => !baseline);
  expect(row?.metrics["test/accuracy"].n).toBe(3);
  expect(row?.missing?.["test/accuracy"].map(({ seed, why }) => [seed, why])).toEqual([
    [2, "copy"],
    [4, "copy"],
  ]);
  expect(row?.findings.map(({ rule }) => rule)).toContain("C12");
  expect(row?.difference["test/accuracy"].verdict).toBe("significant");
});
