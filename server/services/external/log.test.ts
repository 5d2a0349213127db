import { describe, expect, test } from "vitest";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { tableOfRows, type LoggedRow } from "../../contracts/external/logged-table.ts";
import { rolloutSteps } from "../rollouts/steps.ts";
import { rollout } from "../rollouts/testing.ts";
import { getRun } from "../runs/get.ts";
import { externalWorld, points, tableOfValues } from "./testing.ts";

describe("rows", () => {
  test("that come again, doubled or regrouped, are stored once", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const send = (offset: number, values: number[]) =>
      verbs.log(runId, {
        writer: "w1",
        stream: "history",
        offset,
        table: tableOfValues("loss", values, offset),
      });
    expect(send(0, [5, 4])).toBe(2);
    expect(send(0, [5, 4, 3])).toBe(3);
    expect(send(1, [4])).toBe(3);
    expect(points(world, runId, "loss")).toEqual([
      [0, 5],
      [1, 4],
      [2, 3],
    ]);
    expect(open().rows).toBe(3);
  });

  test("of a folder that is sent after its run, or again, are those that are not there yet, whatever their steps", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const at = (row: number) => 1_800_000_000_000 + row * 1000.25;
    const send = (writer: string, from: number, to: number, more: { shift?: number; isResent?: boolean }) => {
      const { shift = 0, ...flags } = more;
      const rows = Array.from({ length: to - from }, (_, i): LoggedRow => ({
        step: from + i + shift,
        at: at(from + i),
        values: from + i === 3 ? { "eval/acc": 1 } : { loss: 7, lr: from + i },
      }));
      verbs.log(runId, { writer, stream: "history", offset: from, table: tableOfRows(rows), ...flags });
    };
    send("w1", 0, 4, {});
    for (const [writer, shift] of [
      ["f1", 0],
      ["f2", 100],
    ] as const) {
      open({ writer });
      send(writer, 0, 6, { shift, isResent: true });
    }
    expect(points(world, runId, "lr").map(([, lr]) => lr)).toEqual([0, 1, 2, 4, 5]);
    expect(points(world, runId, "eval/acc")).toHaveLength(1);
    expect(getRun(world.ctx, runId).attempts).toHaveLength(1);
  });

  test("that are late do not take a run back to an earlier step", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    for (const step of [9, 2])
      verbs.log(runId, {
        writer: `w${step}`,
        stream: "history",
        offset: 0,
        table: tableOfValues("loss", [1], step),
      });
    expect(selectLatestAttempts(world.ctx.db, [runId])[0].phaseStep).toBe(9);
  });

  test("that were left out are asked for, and stored when they come", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const send = (offset: number, values: number[]) =>
      verbs.log(runId, {
        writer: "w1",
        stream: "history",
        offset,
        table: tableOfValues("loss", values, offset),
      });
    send(0, [9]);
    expect(send(3, [6])).toBe(1);
    expect(send(1, [8, 7, 6])).toBe(4);
    expect(points(world, runId, "loss").map(([, value]) => value)).toEqual([9, 8, 7, 6]);
  });

  test("with ids are stored once by their ids", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const send = (ids: string[], values: number[]) =>
      verbs.log(runId, {
        writer: "w1",
        stream: "history",
        offset: null,
        ids,
        table: tableOfValues("loss", values),
      });
    send(["a", "b"], [1, 2]);
    send(["b", "a"], [7, 7]);
    expect(points(world, runId, "loss")).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  test("of two writers are two streams of one run", () => {
    const { open, verbs } = externalWorld();
    const { runId } = open();
    for (const writer of ["w1", "w2"])
      verbs.log(runId, {
        writer,
        stream: "history",
        offset: 0,
        table: tableOfValues(`loss/${writer}`, [1, 2]),
      });
    expect(open().rows).toBe(2);
    expect(open({ writer: "w3" }).rows).toBe(0);
  });

  test("stand on the train step that they name, else on the client's step, else count on", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const log = (step: number | null, values: Record<string, number>) =>
      verbs.log(runId, {
        writer: "w1",
        stream: "history",
        offset: null,
        table: tableOfRows([{ step, at: null, values }]),
      });
    log(null, { a: 1 });
    log(null, { a: 2 });
    log(7, { a: 3 });
    log(8, { a: 4, "train/global_step": 100 });
    // The trainer counts by now, so a row that does not name the step belongs to the last one.
    log(9, { b: 5 });
    expect(points(world, runId, "a")).toEqual([
      [0, 1],
      [1, 2],
      [7, 3],
      [100, 4],
    ]);
    expect(points(world, runId, "b")).toEqual([[100, 5]]);
  });

  test("at steps beyond 2^53 keep their order and distance to 16 digits, and it is said once", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const first = 1_700_000_000_000_000_000;
    const log = (...steps: number[]) =>
      verbs.log(runId, {
        writer: "w1",
        stream: "history",
        offset: null,
        table: tableOfRows(steps.map((step, i) => ({ step, at: null, values: { loss: i } }))),
      });
    log(first, first + 20_000_000);
    log(2 ** 60, 2 ** 60 + 1);
    expect(points(world, runId, "loss")).toEqual([
      [2 ** 60, 0],
      [2 ** 60, 1],
      [first, 0],
      [first + 20_000_000, 1],
    ]);
    const said = getRun(world.ctx, runId).notes.filter(({ message }) => message.includes("2^53"));
    expect(said).toMatchObject([{ level: "warning" }]);
  });

  test("stand on the x that the client defined for a metric", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open({ axes: { "val/*": "tokens", "val/odd": "train/global_step" } });
    verbs.log(runId, {
      writer: "w1",
      stream: "history",
      offset: 0,
      table: tableOfRows([
        { step: 3, at: null, values: { tokens: 512, "val/acc": 0.5, "val/odd": 1, "train/global_step": 2 } },
      ]),
    });
    expect(points(world, runId, "val/acc", "tokens")).toEqual([[512, 0.5]]);
    expect(points(world, runId, "val/odd")).toEqual([[2, 1]]);
  });

  test("keep what is not finite", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfValues("loss", values) });
    expect(points(world, runId, "loss").map(([, value]) => value)).toEqual(values);
  });

  test("under names that cannot be shown are kept under one that can, and it is said", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const rows = ["", "los\u202es", "x".repeat(400)].map((name) => ({
      step: 0,
      at: null,
      values: { [name]: 1 },
    }));
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfRows(rows) });
    const { metrics, notes } = getRun(world.ctx, runId);
    expect(metrics).toHaveLength(3);
    expect(metrics).toContain("los\\u{202e}s");
    expect(notes).toHaveLength(3);
  });

  test("of 10,000 metrics are kept, those of further ones are not, and it is said once", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const many = (from: number) =>
      Object.fromEntries(Array.from({ length: 6000 }, (_, i) => [`m${from + i}`, i]));
    for (const [offset, from] of [0, 6000].entries())
      verbs.log(runId, {
        writer: "w1",
        stream: "history",
        offset,
        table: tableOfRows([{ step: 0, at: null, values: many(from) }]),
      });
    const { metrics, notes } = getRun(world.ctx, runId);
    expect(metrics).toHaveLength(10_000);
    expect(notes.map(({ level }) => level)).toEqual(["warning"]);
  });

  test("of the machine stand on the seconds since the run began", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const at = world.clock.now + 30_000;
    verbs.log(runId, {
      writer: "w1",
      stream: "system",
      offset: 0,
      table: tableOfRows([{ step: null, at, values: { "system/gpu": 0.9 } }]),
    });
    expect(points(world, runId, "system/gpu", "seconds")).toEqual([[30, 0.9]]);
  });
});

test("a group that turns out to be of an evaluation moves there, once, and others stay", () => {
  const { verbs, world, open } = externalWorld();
  const { runId } = open();
  const group = "g".repeat(300);
  verbs.keepRollouts(runId, [rollout({ group }), rollout({ group: "other" }), rollout({ group, step: 2 })]);
  for (let times = 0; times < 2; times++) verbs.moveGroups(runId, [{ step: 1, group }], "eval");
  const steps = rolloutSteps(world.ctx, runId);
  expect(steps.map(({ phase, step, groups }) => `${groups} of ${phase} at ${step}`).toSorted()).toEqual([
    "1 of eval at 1",
    "1 of train at 1",
    "1 of train at 2",
  ]);
});

test("groups that arrive in parts show their spread and the share of dead ones, of training alone", () => {
  const { verbs, world, open } = externalWorld();
  const { runId } = open();
  const group = (name: string, rewards: number[], more: object = {}) =>
    rewards.map((reward, place) => rollout({ group: name, place, reward, ...more }));
  verbs.keepRollouts(runId, [...group("a", [0, 2]), ...group("b", [1, 1], { step: 2 })]);
  verbs.keepRollouts(runId, [
    ...group("c", [1, 1]),
    ...group("alone", [5]),
    ...group("e", [0, 9], { phase: "eval", step: 3 }),
  ]);
  expect(points(world, runId, "group/std")).toEqual([
    [1, Math.SQRT2 / 2],
    [2, 0],
  ]);
  expect(points(world, runId, "group/zero_share")).toEqual([
    [1, 0.5],
    [2, 1],
  ]);
});
