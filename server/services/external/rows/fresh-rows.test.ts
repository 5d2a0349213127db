import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { tableOfRows } from "../../../contracts/external/logged-table.ts";
import { getRun } from "../../runs/get.ts";
import { externalWorld, type ExternalWorld } from "../testing.ts";

/** Sends the rows from `from` to `to` as `w1`; what is logged is the step and something that tells processes apart. */
function sender({ verbs }: ExternalWorld, runId: string, begun: number | null) {
  return (from: number, to: number, of: number, metric = "loss") =>
    verbs.log(runId, {
      writer: "w1",
      stream: "history",
      offset: from,
      table: tableOfRows(
        Array.from({ length: to - from }, (_, i) => ({
          step: from + i,
          at: begun === null ? null : begun + (from + i) * 1000 + of,
          values: { [metric]: from + i + of / 100 },
        })),
      ),
    });
}

function opened(hasTimes = true) {
  const external = externalWorld();
  const { runId } = external.open();
  const send = sender(external, runId, hasTimes ? external.world.clock.now : null);
  const counts = (metric = "loss") =>
    getRun(external.world.ctx, runId).attempts.map(
      ({ id }) => pointStore(external.world.ctx.db).series([id], [metric])[0]?.n ?? 0,
    );
  const notes = () => getRun(external.world.ctx, runId).notes.map(({ message }) => message);
  return { ...external, runId, send, counts, notes };
}

test.each([true, false])(
  "two processes under one writer id keep all of their rows, the second as an attempt of its own (times: %s)",
  (hasTimes) => {
    const { world, send, counts, notes } = opened(hasTimes);
    expect(send(0, 10, 1)).toBe(10);
    world.clock.now += 1000;
    // Each is answered by how far its own rows are stored.
    expect(send(0, 5, 2)).toBe(5);
    expect(send(10, 20, 1)).toBe(20);
    expect(send(5, 12, 2)).toBe(12);
    expect(send(12, 25, 2)).toBe(25);
    expect(send(20, 21, 1)).toBe(21);
    expect(counts()).toEqual([21, 25]);
    expect(notes()).toEqual([expect.stringContaining('"w1"')]);
  },
);

test("rows that are sent again by either of them are stored once", () => {
  const { world, send, counts } = opened();
  send(0, 10, 1);
  world.clock.now += 1000;
  send(0, 5, 2);
  expect([send(0, 5, 1), send(0, 5, 2)]).toEqual([10, 10]);
  expect(send(3, 8, 2)).toBe(8);
  expect(send(8, 12, 1)).toBe(12);
  expect(counts()).toEqual([12, 8]);
});

test("what the second sends under other names is kept too", () => {
  const { send, counts } = opened();
  send(0, 10, 1);
  send(0, 3, 2, "reward");
  expect([counts("loss"), counts("reward")]).toEqual([[10], [3]]);
});

test("a row that comes late is of the process that left it out", () => {
  const { send, counts, notes } = opened();
  send(0, 5, 1);
  send(8, 10, 1);
  expect(send(5, 8, 1)).toBe(10);
  expect([counts(), notes()]).toEqual([[10], []]);
});
