import { expect, test } from "vitest";
import { plansOf, watchStatements } from "#db/testing.ts";
import { insertAlert } from "#db/queries/alerts/alerts.ts";
import { launch, makeWorld } from "../testing.ts";
import { listAlerts } from "./list.ts";

test("an alert says how many runs its experiment has, which are counted once for all alerts of it", () => {
  const world = makeWorld();
  const { db } = world.ctx;
  const few = launch(world, { seeds: [0, 1] }, { title: "few" }).runs;
  const more = launch(world, { seeds: [0, 1, 2] }, { title: "more" }).runs;
  for (const runId of [...few, ...more].map(({ id }) => id))
    insertAlert(db, {
      kind: "failed",
      cause: `failed ${runId}`,
      rule: "failed",
      level: "warning",
      title: "t",
      why: "w",
      at: 1,
      readAt: null,
      muted: false,
      runId,
    });
  const { statements } = watchStatements(db, () => {
    const { alerts } = listAlerts(world.ctx, { only: "all", limit: 9 });
    expect(alerts.map(({ experiment }) => experiment?.runs)).toEqual([3, 3, 3, 2, 2]);
  });
  expect(plansOf(db, statements).filter((line) => line.includes("CORRELATED"))).toEqual([]);
});
