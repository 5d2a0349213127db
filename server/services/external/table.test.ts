import { doAtOnce } from "../series/sliced.ts";
import { expect, test } from "vitest";
import { draws } from "../../stats/testing.ts";
import { ablationTable } from "../experiments/table.ts";
import { ReportPageInput, WriteReportInput } from "../../contracts/reports/report.ts";
import { getReportPage } from "../reports/page.ts";
import { writeReport } from "../reports/write.ts";
import { externalWorld, type ExternalWorld } from "./testing.ts";
import { tableOfRows, type LoggedRow } from "../../contracts/external/logged-table.ts";
import type { Params } from "../../../workers/protocol/manifest.ts";

/** A finished run with the given configuration that logged a row at each of so many steps. */
function ran(
  { open, verbs }: ExternalWorld,
  key: string,
  config: Params,
  steps: number,
  valuesAt: (step: number) => LoggedRow["values"],
) {
  const { runId } = open({ key, config });
  const rows = Array.from({ length: steps }, (_, step) => ({
    step,
    at: 1000 + step,
    values: valuesAt(step),
  }));
  verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfRows(rows) });
  verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
}

function tableOf({ world }: ExternalWorld) {
  const [{ id }] = world.ctx.db.$client.prepare("select id from experiments").all() as { id: string }[];
  return ablationTable(world.ctx, id);
}

test("a value is of the last ten train steps, however seldom a metric was logged", () => {
  const external = externalWorld();
  ran(external, "r1", { seed: 1 }, 101, (step) => ({
    "train/reward": step / 100,
    ...(step % 20 === 0 && { "eval/accuracy": step / 100 }),
  }));
  const [{ metrics }] = tableOf(external).rows;
  expect(metrics["eval/accuracy"].value).toBe(1);
  expect(metrics["train/reward"].value).toBeCloseTo(0.955, 10);
});

test("runs without a seed are counted one by one, and the table says how many have none on record", () => {
  const external = externalWorld();
  ran(external, "r1", { lr: 1 }, 3, () => ({ loss: 1 }));
  ran(external, "r2", { lr: 1 }, 3, () => ({ loss: 2 }));
  ran(external, "r3", { lr: 1, seed: 0 }, 3, () => ({ loss: 3 }));
  const { caption, rows } = tableOf(external);
  expect(rows.map(({ n }) => n)).toEqual([3]);
  expect(caption).toContain("2 runs have no seed on record and count as one each");
});

test("a difference of values whose reward function is not on record says so", () => {
  const external = externalWorld();
  const sent = () => ({ "train/reward": 1, loss: 1 });
  ran(external, "r1", { lr: 1, seed: 0 }, 3, sent);
  ran(external, "r2", { lr: 2, seed: 0 }, 3, sent);
  const [, row] = tableOf(external).rows;
  expect(row.comparable).toEqual({ "train/reward": true, loss: true });
  expect(row.notLogged).toEqual({ "train/reward": ["reward function"], loss: [] });
});

test("a key of a configuration that every object has differs from nothing where it was not sent", () => {
  const external = externalWorld();
  ran(external, "r1", { seed: 0 }, 3, () => ({ loss: 1 }));
  ran(external, "r2", { seed: 0, constructor: 1 }, 3, () => ({ loss: 1 }));
  const [, row] = tableOf(external).rows;
  expect(row.changed).toEqual([{ name: "constructor", label: "constructor", from: null, to: 1 }]);
});

const stepRules = ({ findings }: { findings: { rule: string; evidence: string }[] }) =>
  findings.filter(({ rule }) => rule === "C05").map(({ evidence }) => evidence);

test("what ends is the training: a metric that is logged seldom, at other steps in each run, is ranked", () => {
  const external = externalWorld();
  const every = (n: number) => (step: number) => ({
    loss: 1,
    ...(step % n === 0 && { "eval/accuracy": step / 100 }),
  });
  ran(external, "r1", { lr: 1, seed: 0 }, 100, every(80));
  ran(external, "r2", { lr: 2, seed: 0 }, 100, every(60));
  const [, row] = tableOf(external).rows;
  expect(row.comparable).toEqual({ "eval/accuracy": true, loss: true });
  expect(stepRules(row)).toEqual([]);
});

test("a metric that ceased to be logged halfway is of an earlier policy, and is not ranked with one that did not", () => {
  const external = externalWorld();
  const until = (end: number) => (step: number) => ({
    loss: 1,
    ...(step % 5 === 0 && step <= end && { "eval/accuracy": step / 100 }),
  });
  ran(external, "r1", { lr: 1, seed: 0 }, 100, until(100));
  ran(external, "r2", { lr: 2, seed: 0 }, 100, until(50));
  const [, row] = tableOf(external).rows;
  expect(row.comparable).toEqual({ "eval/accuracy": false, loss: true });
  expect(stepRules(row)).toEqual(["lr 2: step 50. lr 1: step 99."]);
});

/** Steps at which episodes end whose lengths have no memory, up to the end of a training. */
function episodeEnds(seed: number, steps: number): Set<number> {
  const random = draws(seed);
  return new Set(Array.from({ length: steps }, (_, i) => i).filter(() => random.uniform() < 1 / 40));
}

test.each([true, false])(
  "returns that are logged where an episode happens to end are ranked, with a loss in a rhythm beside them: %s",
  (withLoss) => {
    const external = externalWorld();
    for (const lr of [1, 2])
      for (const seed of [0, 1, 2]) {
        const ends = episodeEnds(10 * lr + seed, 2001);
        ran(external, `${lr} ${seed}`, { lr, seed }, 2001, (step) => ({
          ...(withLoss && step % 50 === 0 && { loss: 1 / (step + 1) }),
          ...(ends.has(step) && { "train/reward": lr }),
        }));
      }
    const [, row] = tableOf(external).rows;
    expect(stepRules(row)).toEqual([]);
    expect(row.comparable["train/reward"]).toBe(true);
  },
);

test("half as long a training is another one, however irregularly both log", () => {
  const external = externalWorld();
  for (const [lr, steps] of [
    [1, 2001],
    [2, 1001],
  ]) {
    const ends = episodeEnds(lr, steps);
    ran(external, `${lr}`, { lr, seed: 0 }, steps, (step) => ({
      ...(ends.has(step) && { "train/reward": lr }),
    }));
  }
  const [, row] = tableOf(external).rows;
  expect(row.comparable["train/reward"]).toBe(false);
  expect(stepRules(row)).toHaveLength(1);
});

test("a report of runs from outside claims nothing of a start or of problems that nobody stated", () => {
  const external = externalWorld();
  for (const lr of [1, 2])
    for (const seed of [0, 1, 2])
      ran(external, `${lr} ${seed}`, { lr, seed }, 20, () => ({ "train/reward": lr + seed, loss: 1 }));
  const { ctx } = external.world;
  const { experimentId } = tableOf(external);
  const { id } = writeReport(ctx, WriteReportInput.parse({ experimentId }));
  const page = doAtOnce(getReportPage(ctx, ReportPageInput.parse({ id })));
  const { markdown } = page;
  // Whose word the numbers are: none of them is "live" alone.
  expect(JSON.stringify(page)).toContain(
    "from outside: what the clients of 6 of 6 runs claimed, from stored rows",
  );
  expect(JSON.stringify(page)).not.toContain("live, from stored rows");
  expect(markdown).toContain("is known only where somebody stated it");
  expect(markdown).not.toMatch(/SFT|reward\/raw|reward-variance/);
});

/** A training of ten steps that evaluates on an x of its own, beside the values given. */
function evaluatedOn(
  external: ExternalWorld,
  axis: string,
  at: readonly number[],
  values: readonly number[],
) {
  for (const seed of [0, 1]) {
    const { runId } = external.open({ key: `r${seed}`, config: { seed }, axes: { "eval/*": axis } });
    const trained = Array.from({ length: 10 }, (_, i) => ({
      step: i + 1,
      at: 1000 + i,
      values: { "train/global_step": i + 1, loss: 1 },
    }));
    const evaluated = at.map((x, i) => ({
      step: 11 + i,
      at: 2000 + i,
      values: { [axis]: x, "eval/acc": values[i] + seed },
    }));
    external.verbs.log(runId, {
      writer: "w1",
      stream: "history",
      offset: 0,
      table: tableOfRows([...trained, ...evaluated]),
    });
    external.verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
  }
}

test.each([
  ["eval/global_step", [5, 10], [1, 2], 2],
  // An evaluation that goes on after the training says nothing of its end.
  ["eval/global_step", [5, 10, 20], [1, 2, 9], 2],
  ["epoch", [0.5, 1, 2], [1, 2, 3], 3],
] as const)("evaluations on %s at %j are a column of their last value", (axis, at, values, last) => {
  const external = externalWorld();
  evaluatedOn(external, axis, at, values);
  const { columns, rows, caption } = tableOf(external);
  expect(columns.map(({ metric }) => metric)).toEqual(["eval/acc", "loss"]);
  expect(rows[0].bySeed["eval/acc"].map(({ value }) => value)).toEqual([last, last + 1]);
  expect(caption).toContain(axis);
  expect(rows[0].metrics["eval/acc"].definition).toContain(axis);
});

test("the time of a run that was resumed is that of its parts, and not of the night between", () => {
  const external = externalWorld();
  const { world, open, verbs } = external;
  const { runId } = open({ config: { seed: 1 } });
  const send = (writer: string, from: number, to: number) => {
    world.clock.now += 60_000;
    const rows = [from, to].map((step) => ({
      step,
      at: world.clock.now - (to - step),
      values: { loss: step },
    }));
    verbs.log(runId, { writer, stream: "history", offset: 0, table: tableOfRows(rows) });
  };
  const night = () => (world.clock.now += 36_000_000);
  send("w1", 0, 10);
  verbs.end(runId, { state: "failed", exitCode: 1, reason: null, writer: "w1" });
  night();
  open({ writer: "w2" });
  send("w2", 11, 20);
  // Killed without a word, and gone on with from an earlier step.
  night();
  open({ writer: "w3" });
  send("w3", 15, 30);
  verbs.end(runId, { state: "finished", exitCode: 0, reason: null, writer: "w3" });
  const [{ durationMs }] = tableOf(external).rows;
  expect(durationMs).toBeGreaterThanOrEqual(60_000);
  expect(durationMs).toBeLessThanOrEqual(180_000);
});
