import { describe, expect, test } from "vitest";
import { selectLatestAttempts, selectRunNotes } from "#db/queries/attempts.ts";
import { selectExternalRun } from "#db/queries/external.ts";
import { selectRun } from "#db/queries/runs.ts";
import { readLog } from "../attempts/read-log.ts";
import { getRun } from "../runs/get.ts";
import type { World } from "../testing.ts";
import { findByLink } from "./places/find-by-link.ts";
import { externalVerbs } from "./make-verbs.ts";
import { tableOfRows, type LoggedTable } from "../../contracts/external/logged-table.ts";
import { addPoints, steps } from "../series/testing.ts";
import { FILE_LIMITS } from "./keep-file.ts";
import { externalWorld, tableOfValues } from "./testing.ts";

const WITNESS = {
  host: "node7",
  pid: 4711,
  start: "99",
  boot: "b1",
  user: "ada",
  signal: null,
  askedBy: null,
  startedAt: 1_800_000_000_000,
  endedAt: 1_800_000_009_000,
};
const newest = (world: World, runId: string) => selectLatestAttempts(world.ctx.db, [runId])[0];

describe("an end that somebody saw", () => {
  test("is witnessed: the process, its code and its end are on record, and no client is quoted", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    verbs.end(runId, { state: "failed", exitCode: 3, reason: "exit code 3", witness: WITNESS });
    expect(selectRun(world.ctx.db, runId)).toMatchObject({ state: "failed", statusSource: "supervised" });
    expect(newest(world, runId)).toMatchObject({
      pid: 4711,
      pidStart: "99",
      bootId: "b1",
      exit: { code: 3, endedAt: WITNESS.endedAt },
    });
    expect(newest(world, runId)?.exit?.toldBy).toBeUndefined();
  });

  test("wins over what the client had claimed before, and the change is on record", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    verbs.end(runId, { state: "failed", exitCode: 137, reason: "killed", witness: WITNESS });
    expect(selectRun(world.ctx.db, runId)).toMatchObject({ state: "failed", statusSource: "supervised" });
    expect(newest(world, runId)).toMatchObject({ state: "failed", exit: { code: 137 } });
    expect(getRun(world.ctx, runId).events.at(-1)).toMatchObject({
      from: "finished",
      to: "failed",
    });
  });

  test("is not overwritten by a later claim, nor by a second witness", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null, witness: WITNESS });
    verbs.end(runId, { state: "failed", exitCode: 1, reason: "late" });
    verbs.end(runId, { state: "failed", exitCode: 1, reason: "late", witness: WITNESS });
    expect(selectRun(world.ctx.db, runId)).toMatchObject({ state: "finished", statusSource: "supervised" });
  });
});

describe("a client reads back", () => {
  test("its runs by id and by place, oldest first, and none of another project", () => {
    const { world, open, verbs } = externalWorld();
    const first = open({ key: "a", config: { lr: 1 } });
    open({ key: "b" });
    verbs.end(first.runId, { state: "killed", exitCode: null, reason: null });
    expect(verbs.read(first.runId)).toMatchObject({
      key: "a",
      experiment: "gsm8k",
      state: "killed",
      facts: { config: { lr: 1 } },
    });
    expect([...verbs.list("gsm8k")].map(({ key, state }) => [key, state])).toEqual([
      ["b", "running"],
      ["a", "killed"],
    ]);
    expect([...verbs.list("elsewhere")]).toEqual([]);
    const stranger = externalVerbs(
      world.as({ kind: "ingest", tokenId: "tok_x", projectId: "prj_other", name: "x" }),
    );
    expect([stranger.read(first.runId), ...stranger.list("gsm8k")]).toEqual([null]);
  });

  test("points by step, of a later attempt where both have one, in parts; and the last of each metric", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const log = (writer: string, table: LoggedTable) =>
      verbs.log(runId, { writer, stream: "history", offset: 0, table });
    log("w1", tableOfValues("loss", [5, 4, 3]));
    verbs.end(runId, { state: "failed", exitCode: 1, reason: null });
    world.clock.now += 1000;
    open({ writer: "w2", resume: "must" });
    log("w2", tableOfValues("loss", [30, 20, Number.NaN], 2));
    const all = verbs.points(runId, "loss", { from: 0, most: 10 });
    expect(all.map(({ step, value }) => [step, value])).toEqual([
      [0, 5],
      [1, 4],
      [2, 30],
      [3, 20],
      [4, Number.NaN],
    ]);
    expect(verbs.points(runId, "loss", { from: 1, most: 2 }).map(({ step }) => step)).toEqual([1, 2]);
    expect(verbs.points(runId, "nothing", { from: 0, most: 2 })).toEqual([]);
    expect(verbs.latest(runId)).toMatchObject({ loss: { step: 4, value: Number.NaN } });
  });

  test("what stands over seconds or another x at whole steps, which count its points", () => {
    const { open, verbs } = externalWorld();
    const { runId } = open({ axes: { "val/*": "tokens" } });
    const at = 1_800_000_000_000;
    const rows = [0, 1, 2].map((i) => ({ step: null, at: at + 137 * i, values: { "system/cpu": i } }));
    verbs.log(runId, { writer: "w1", stream: "system", offset: 0, table: tableOfRows(rows) });
    const own = [0.5, 2.25].map((tokens) => ({ step: null, at, values: { tokens, "val/acc": tokens } }));
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfRows(own) });
    const steps = (metric: string) =>
      verbs.points(runId, metric, { from: 0, most: 9 }).map(({ step, value }) => [step, value]);
    expect(steps("system/cpu")).toEqual(rows.map(({ values }, i) => [i, values["system/cpu"]]));
    expect(steps("val/acc")).toEqual([
      [0, 0.5],
      [1, 2.25],
    ]);
    expect(verbs.latest(runId)).toMatchObject({ "system/cpu": { step: 2 }, "val/acc": { step: 1 } });
  });

  test("files that are kept, and none that is only known by name", async () => {
    const { open, verbs } = externalWorld();
    const { runId } = open();
    await verbs.keepFile(runId, { path: "a.json", type: null, bytes: Buffer.from("[1]") });
    await verbs.keepFile(runId, {
      path: "large.bin",
      type: null,
      bytes: Buffer.alloc(FILE_LIMITS.bytes + 1),
    });
    expect(verbs.listFiles(runId)).toEqual([{ path: "a.json", bytes: 3 }]);
    expect(Buffer.from(verbs.readFile(runId, "a.json") ?? []).toString()).toBe("[1]");
    expect([verbs.readFile(runId, "large.bin"), verbs.readFile(runId, "b")]).toEqual([null, null]);
  });
});

describe("a console that is counted in lines", () => {
  test("has each line once, whatever is sent again", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const print = (offset: number, text: string) =>
      verbs.print(runId, { writer: "w1", offset, unit: "lines", text });
    print(0, "one\ntwo\n");
    print(1, "two\nthree é\n");
    print(3, "four\n");
    const attempt = newest(world, runId);
    expect(readLog(world.ctx, { attemptId: attempt.id, from: 0, maxBytes: 1000 }).text).toBe(
      "one\ntwo\nthree é\nfour\n",
    );
  });
});

describe("alerts", () => {
  test("of two ids are two, of one id one, whatever they say; sentences of ours are said once", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const say = (message: string, id?: string) => verbs.say(runId, { level: "warning", message, id });
    say("reward is 0", "1");
    say("reward is 0", "2");
    say("reward is 0", "2");
    say("parked");
    say("parked");
    const notes = selectRunNotes(world.ctx.db, [newest(world, runId).id]);
    expect(notes.map(({ message }) => message)).toEqual(["reward is 0", "reward is 0", "parked"]);
  });
});

describe("an address that a client printed", () => {
  test("leads to the newest run of its key, or to what the project stands for", () => {
    const { world, open } = externalWorld();
    const { runId } = open({ key: "ab/1" });
    const { place } = selectExternalRun(world.ctx.db, runId)!;
    const { experimentId } = selectRun(world.ctx.db, runId)!;
    expect(findByLink(world.ctx, { place: ` ${place.name}`, key: "ab/1" })).toEqual({
      path: `/runs/${runId}`,
    });
    expect(findByLink(world.ctx, { place: place.name, key: null })).toEqual({
      path: `/experiments/${experimentId}`,
    });
    expect(findByLink(world.ctx, { place: place.name, key: "other" })).toBeNull();
    expect(findByLink(world.ctx, { place: "other", key: null })).toBeNull();
  });
});

test("a part of a history of a quarter of a million steps is read from where it begins", () => {
  const { world, open, verbs } = externalWorld();
  const { runId } = open();
  const [attempt] = selectLatestAttempts(world.ctx.db, [runId]);
  addPoints(
    world,
    attempt.id,
    "loss",
    steps(250_000, (i) => i / 2),
  );
  const part = (from: number, most: number) =>
    verbs.points(runId, "loss", { from, most }).map(({ step, value }) => [step, value]);
  expect(part(0, 2)).toEqual([
    [1, 0.5],
    [2, 1],
  ]);
  expect(part(200_000, 2)).toEqual([
    [200_001, 100_000.5],
    [200_002, 100_001],
  ]);
  expect(part(249_999, 9)).toEqual([[250_000, 125_000]]);
  expect(part(250_000, 9)).toEqual([]);
});
