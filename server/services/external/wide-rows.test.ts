import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { tableOfRows } from "../../contracts/external/logged-table.ts";
import { getRun } from "../runs/get.ts";
import { externalWorld } from "./testing.ts";

const WIDE = 4500;

/** A run that gets a row of thousands of metrics: what is stored and what is told of it. */
function openWide() {
  const { world, verbs, open } = externalWorld();
  const { runId } = open();
  const values = Object.fromEntries(Array.from({ length: WIDE }, (_, k) => [`layer ${k}`, k]));
  const table = tableOfRows([{ step: 0, at: 1000, values }]);
  const made = world.ctx.db.$client.prepare("select count(*) from series").pluck();
  return {
    send: (offset = 0) => verbs.logInTurns(runId, { writer: "w1", stream: "history", offset, table }),
    made: () => made.get() as number,
    told: () => getRun(world.ctx, runId).metrics.length,
    stored: () =>
      pointStore(world.ctx.db)
        .series([selectLatestAttempts(world.ctx.db, [runId])[0].id], null)
        .reduce((sum, { n }) => sum + n, 0),
  };
}

test("the first row of thousands of metrics makes them a thousand at a time, and comes whole behind the last", async () => {
  const { send, made, told, stored } = openWide();
  const sent = send();
  const steps: number[] = [made()];
  while (stored() === 0) {
    expect(told()).toBe(0);
    await setImmediate();
    steps.push(made());
  }
  expect(await sent).toBe(1);
  expect(Math.max(...steps.map((n, i) => n - (steps[i - 1] ?? 0)))).toBeLessThanOrEqual(1000);
  expect([made(), told(), stored()]).toEqual([WIDE, WIDE, WIDE]);
});

test("sent again after its metrics were made, it is stored once, and a row of known metrics needs no turns", async () => {
  const { send, stored } = openWide();
  const [first, again] = [send(), send()];
  expect([await first, await again]).toEqual([1, 1]);
  expect(stored()).toBe(WIDE);
  expect([send(1), stored()]).toEqual([2, 2 * WIDE]);
});
