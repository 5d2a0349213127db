import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { getRun } from "../../runs/get.ts";
import { externalWorld, tableOfValues } from "../testing.ts";

/** A run that `w1` trained for 30 steps, and how many values each of its attempts has after others began to share it later. */
function sharedAfter(quietMs: (besideMs: number) => number): number[] {
  const { open, verbs, world } = externalWorld();
  const { runId } = open();
  const log = (writer: string, n: number, isShared: boolean) => {
    world.clock.now += 1000;
    const table = tableOfValues(
      "loss",
      Array.from({ length: n }, (_, i) => i),
      0,
    );
    verbs.log(runId, { writer, stream: "history", offset: 0, table, isShared });
  };
  log("w1", 30, false);
  world.clock.now += quietMs(world.ctx.timing.externalBesideMs);
  for (const writer of ["rank1", "rank2"]) {
    open({ writer });
    log(writer, 3, true);
  }
  return getRun(world.ctx, runId).attempts.map(
    ({ id }) => pointStore(world.ctx.db).series([id], ["loss"])[0]?.n ?? 0,
  );
}

test("processes that share a run by their client's word are one attempt, though the others were quiet for a moment", () => {
  expect(sharedAfter(() => 30_000)).toEqual([36]);
});

test("they are another attempt where all others were silent for long", () => {
  expect(sharedAfter((besideMs) => besideMs + 1)).toEqual([30, 6]);
});
