import { describe, expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectRun } from "#db/queries/runs.ts";
import { tableOfRows } from "../../../contracts/external/logged-table.ts";
import { getRun } from "../../runs/get.ts";
import { endSilentExternal } from "../end.ts";
import { closeLateSessions } from "../session.ts";
import { externalWorld, tableOfValues, type ExternalWorld } from "../testing.ts";

const FINISHED = { state: "finished", exitCode: 0, reason: null } as const;

/** A run of which `w1` has logged the steps from 0 to 29. */
function trained() {
  const external = externalWorld();
  const { runId } = external.open();
  const log = (writer: string, metric: string, from: number, to: number) => {
    external.world.clock.now += 1000;
    const values = Array.from({ length: to - from }, (_, i) => from + i);
    external.verbs.log(runId, {
      writer,
      stream: "history",
      offset: from,
      table: tableOfValues(metric, values, from),
    });
  };
  log("w1", "loss", 0, 30);
  return { ...external, runId, log };
}

const statesOf = ({ world }: ExternalWorld, runId: string) =>
  getRun(world.ctx, runId).attempts.map(({ state }) => state);

/** How many values of a metric each attempt has. */
function countsOf({ world }: ExternalWorld, runId: string, metric: string): number[] {
  const ids = getRun(world.ctx, runId).attempts.map(({ id }) => id);
  return ids.map((id) => pointStore(world.ctx.db).series([id], [metric])[0]?.n ?? 0);
}

describe("a process that opens a run again", () => {
  test("and goes on where it stopped goes on with its attempt: nothing was done in vain", () => {
    const it = trained();
    it.verbs.end(it.runId, { state: "failed", exitCode: 1, reason: null, writer: "w1" });
    it.open({ writer: "w2" });
    expect(statesOf(it, it.runId)).toEqual(["running"]);
    it.log("w2", "loss", 30, 40);
    it.verbs.end(it.runId, { ...FINISHED, writer: "w2" });
    expect(statesOf(it, it.runId)).toEqual(["finished"]);
    expect(countsOf(it, it.runId, "loss")).toEqual([40]);
    expect(getRun(it.world.ctx, it.runId).continuing.workLost).toBeNull();
  });

  test("and goes back behind one that fell silent begins another attempt, which says what was done twice", () => {
    const it = trained();
    it.world.clock.now += 1000;
    it.open({ writer: "w2" });
    it.log("w2", "loss", 20, 40);
    it.verbs.end(it.runId, { ...FINISHED, writer: "w2" });
    expect(statesOf(it, it.runId)).toEqual(["failed", "finished"]);
    expect(countsOf(it, it.runId, "loss")).toEqual([30, 20]);
    expect(getRun(it.world.ctx, it.runId).continuing.workLost?.steps).toBe(10);
    // The first one was alive after all: what it sends stands beside what it sent before.
    it.verbs.log(it.runId, {
      writer: "w1",
      stream: "history",
      offset: 30,
      table: tableOfValues("loss", [1], 30),
    });
    expect(countsOf(it, it.runId, "loss")).toEqual([31, 20]);
    expect(statesOf(it, it.runId)).toEqual(["failed", "finished"]);
  });

  test("twice after being killed has an attempt for each time that it went back", () => {
    const it = trained();
    for (const [writer, from] of [
      ["w2", 20],
      ["w3", 25],
    ] as const) {
      it.world.clock.now += 1000;
      it.open({ writer });
      it.log(writer, "loss", from, from + 20);
    }
    expect(statesOf(it, it.runId)).toEqual(["failed", "failed", "running"]);
    expect(getRun(it.world.ctx, it.runId).continuing.workLost?.steps).toBe(10 + 15);
  });

  test("after its end and adds a number leaves its training, its state and its time as they were", () => {
    const it = trained();
    it.world.clock.now += 5000;
    it.verbs.end(it.runId, { ...FINISHED, writer: "w1" });
    const { endedAt } = getRun(it.world.ctx, it.runId).attempts[0];
    it.world.clock.now += it.world.ctx.timing.externalLateMs + 1;
    closeLateSessions(it.world.ctx);
    it.open({ writer: "w2" });
    it.log("w2", "test/acc", 30, 32);
    it.log("w2", "test/acc", 31, 33);
    expect(selectRun(it.world.ctx.db, it.runId)).toMatchObject({ state: "finished", endedAt });
    it.verbs.end(it.runId, { state: "failed", exitCode: 1, reason: null, writer: "w2" });
    expect(statesOf(it, it.runId)).toEqual(["finished"]);
    expect(getRun(it.world.ctx, it.runId).attempts[0].endedAt).toBe(endedAt);
    expect([countsOf(it, it.runId, "loss"), countsOf(it, it.runId, "test/acc")]).toEqual([[30], [3]]);
  });

  test("after its end and evaluates its last step once more, counters of the trainer beside it, only adds", () => {
    const it = trained();
    it.log("w1", "eval/loss", 30, 31);
    it.world.clock.now += 5000;
    it.verbs.end(it.runId, { ...FINISHED, writer: "w1" });
    const { endedAt } = getRun(it.world.ctx, it.runId).attempts[0];
    it.open({ writer: "w2" });
    const values = { "eval/loss": 1, "test/acc": 0.7, "train/global_step": 30, "train/epoch": 3 };
    const table = tableOfRows([{ step: 30, at: it.world.clock.now, values }]);
    it.verbs.log(it.runId, { writer: "w2", stream: "history", offset: 0, table });
    it.verbs.end(it.runId, { ...FINISHED, writer: "w2" });
    expect(statesOf(it, it.runId)).toEqual(["finished"]);
    expect(getRun(it.world.ctx, it.runId).attempts[0].endedAt).toBe(endedAt);
    expect(countsOf(it, it.runId, "eval/loss")).toEqual([2]);
  });

  test("after its end and evaluates what the trainer did, at later steps, only adds", () => {
    const it = trained();
    it.log("w1", "eval/loss", 30, 31);
    it.verbs.end(it.runId, { ...FINISHED, writer: "w1" });
    const say = (writer: string, step: number, values: Record<string, number>) => {
      const rows = [{ step, at: (it.world.clock.now += 60_000), values }];
      it.verbs.log(it.runId, { writer, stream: "history", offset: step, table: tableOfRows(rows) });
    };
    const { endedAt } = getRun(it.world.ctx, it.runId).attempts[0];
    it.open({ writer: "w2" });
    for (const step of [35, 40]) say("w2", step, { "eval/loss": 1, "train/global_step": step });
    it.verbs.end(it.runId, { ...FINISHED, writer: "w2" });
    expect(getRun(it.world.ctx, it.runId).attempts).toMatchObject([{ state: "finished", endedAt }]);
    expect(countsOf(it, it.runId, "eval/loss")).toEqual([3]);
    // One that trains on, after it evaluated what it begins with, works.
    it.open({ writer: "w3" });
    say("w3", 41, { "eval/loss": 1 });
    say("w3", 42, { loss: 1 });
    expect(statesOf(it, it.runId)).toEqual(["running"]);
  });

  test("beside one that goes on ends without ending the run, which ends with the last", () => {
    const it = trained();
    it.open({ writer: "w2" });
    it.log("w2", "eval/acc", 5, 6);
    it.verbs.end(it.runId, { ...FINISHED, writer: "w2" });
    expect(statesOf(it, it.runId)).toEqual(["running"]);
    it.log("w1", "loss", 30, 40);
    it.verbs.end(it.runId, { ...FINISHED, writer: "w1" });
    expect(statesOf(it, it.runId)).toEqual(["finished"]);
  });

  test("beside one that goes on and logs the same steps shares its attempt", () => {
    const it = trained();
    it.open({ writer: "w2" });
    it.verbs.hear(it.runId, "w1");
    it.log("w2", "loss", 0, 5);
    expect(statesOf(it, it.runId)).toEqual(["running"]);
  });
});

test("a client that names no process and speaks on after the end it told is running: its rows are later than that end", () => {
  const it = externalWorld();
  const { runId } = it.open();
  const at = it.world.clock.now;
  const row = (step: number, late: number) => ({
    writer: "w1",
    stream: "history" as const,
    offset: step,
    table: { ...tableOfValues("loss", [1], step), at: Float64Array.of(at + late) },
  });
  it.verbs.log(runId, row(0, 0));
  it.verbs.end(runId, FINISHED);
  it.world.clock.now += 60_000;
  it.verbs.log(runId, row(1, -1000));
  expect(statesOf(it, runId)).toEqual(["finished"]);
  it.verbs.log(runId, row(2, 60_000));
  expect(statesOf(it, runId)).toEqual(["running"]);
});

describe("several processes of one run", () => {
  test("that began with figures of the machine: the first one trains, and a second one's end is not the run's", () => {
    const it = externalWorld();
    const { runId } = it.open();
    const send = (writer: string, stream: "system" | "history", metric: string, from: number) =>
      it.verbs.log(runId, { writer, stream, offset: from, table: tableOfValues(metric, [1], from) });
    send("w1", "system", "system.cpu", 0);
    send("w1", "history", "loss", 0);
    it.open({ writer: "w2" });
    send("w2", "history", "eval/acc", 1);
    send("w1", "history", "loss", 1);
    it.verbs.end(runId, { state: "failed", exitCode: 1, reason: null, writer: "w2" });
    expect(statesOf(it, runId)).toEqual(["running"]);
    it.verbs.end(runId, { ...FINISHED, writer: "w1" });
    expect(statesOf(it, runId)).toEqual(["finished"]);
  });

  /** Two that train together, of which the first has failed. */
  const halfEnded = () => {
    const it = trained();
    it.open({ writer: "w2" });
    it.verbs.hear(it.runId, "w1");
    it.log("w2", "loss", 0, 5);
    it.verbs.end(it.runId, { state: "failed", exitCode: 1, reason: null, writer: "w1" });
    expect(statesOf(it, it.runId)).toEqual(["running"]);
    it.log("w2", "loss", 5, 10);
    return it;
  };

  test("of which one failed have failed when the other has finished, at that moment", () => {
    const it = halfEnded();
    it.verbs.end(it.runId, { ...FINISHED, writer: "w2" });
    expect(selectRun(it.world.ctx.db, it.runId)).toMatchObject({
      state: "failed",
      endedAt: it.world.clock.now,
    });
    expect(countsOf(it, it.runId, "loss")).toEqual([40]);
  });

  test("end when the last one says that it leaves, or falls silent", () => {
    const [leaving, silent] = [halfEnded(), halfEnded()];
    leaving.verbs.leave(leaving.runId, "w2");
    expect(statesOf(leaving, leaving.runId)).toEqual(["failed"]);
    const heard = silent.world.clock.now;
    expect(endSilentExternal(silent.world.ctx)).toBe(0);
    silent.world.clock.now += silent.world.ctx.timing.externalBesideMs;
    expect(endSilentExternal(silent.world.ctx)).toBe(1);
    expect(selectRun(silent.world.ctx.db, silent.runId)).toMatchObject({ state: "failed", endedAt: heard });
  });

  test("of which one only adds say nothing of work that fell silent before", () => {
    const it = trained();
    it.world.clock.now += it.world.ctx.timing.externalBesideMs;
    it.open({ writer: "w2" });
    it.log("w2", "test/acc", 0, 1);
    it.verbs.end(it.runId, { ...FINISHED, writer: "w2" });
    expect(statesOf(it, it.runId)).toEqual(["running"]);
  });

  test("that opened an ended run and were killed before they sent anything leave it as it was", () => {
    const it = trained();
    it.verbs.end(it.runId, { ...FINISHED, writer: "w1" });
    const { endedAt } = getRun(it.world.ctx, it.runId).attempts[0];
    it.world.clock.now += 60_000;
    it.open({ writer: "w2" });
    expect(statesOf(it, it.runId)).toEqual(["running"]);
    it.world.clock.now += it.world.ctx.timing.externalBesideMs;
    endSilentExternal(it.world.ctx);
    expect(selectRun(it.world.ctx.db, it.runId)).toMatchObject({ state: "finished", endedAt });
  });
});

test("rows that a client sends in order go on with a run at once, and its own end is none of before", () => {
  const it = trained();
  const send = (metric: string, step: number) =>
    it.verbs.log(it.runId, {
      writer: "w1",
      stream: "history",
      offset: step,
      table: tableOfValues(metric, [1], step),
      isInOrder: true,
    });
  it.open({ writer: "w1", goesOn: true });
  send("eval/acc", 30);
  it.verbs.end(it.runId, { state: "failed", exitCode: 1, reason: null, writer: "w1" });
  it.world.clock.now += 500;
  send("loss", 31);
  expect(statesOf(it, it.runId)).toEqual(["running"]);
  it.verbs.end(it.runId, { ...FINISHED, writer: "w1" });
  expect(statesOf(it, it.runId)).toEqual(["finished"]);
});

test("folders of one run that are sent in another order are attempts in the order in which they were logged", () => {
  const it = externalWorld();
  const { runId } = it.open({ writer: "f2" });
  const send = (writer: string, from: number, to: number, at: number) => {
    const rows = Array.from({ length: to - from }, (_, i) => ({
      step: from + i,
      at: at + i,
      values: { loss: 1 },
    }));
    it.verbs.log(runId, {
      writer,
      stream: "history",
      offset: from,
      table: tableOfRows(rows),
      isResent: true,
    });
  };
  send("f2", 20, 40, 2000);
  it.verbs.end(runId, { ...FINISHED, writer: "f2" });
  it.world.clock.now += 1000;
  it.open({ writer: "f1" });
  send("f1", 0, 8, 1000);
  send("f1", 8, 30, 1008);
  it.verbs.end(runId, { state: "failed", exitCode: 1, reason: null, writer: "f1" });
  expect(statesOf(it, runId)).toEqual(["failed", "finished"]);
  expect(countsOf(it, runId, "loss")).toEqual([30, 20]);
  expect(getRun(it.world.ctx, runId).continuing.workLost?.steps).toBe(10);
  expect(selectRun(it.world.ctx.db, runId)?.state).toBe("finished");
});
