import { expect, test } from "vitest";
import { doInSlices } from "../series/sliced.ts";
import { countObjecting, findingsInSlices, runFindings } from "./findings.ts";
import { verdictsOf } from "./checks/verdicts.ts";
import { externalWorld, tableOfValues } from "../external/testing.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";

test("of many runs that go on, each count of the sidebar looks at a few, those first that wait longest", () => {
  const { world, open, verbs } = externalWorld();
  const runIds = Array.from({ length: 60 }, (_, i) => open({ key: `r${i}`, writer: `w${i}` }).runId);
  const log = (offset: number) =>
    runIds.forEach((runId, i) =>
      verbs.log(runId, {
        writer: `w${i}`,
        stream: "history",
        offset,
        table: tableOfValues("train/reward", [0.1, 0.2], offset),
      }),
    );
  log(0);
  const attempts = selectLatestAttempts(world.ctx.db, runIds);
  const lookedAt = () => attempts.map(({ id }) => verdictsOf(world.ctx.db).last(id)?.at);
  runFindings(world.ctx, attempts);
  expect(new Set(lookedAt())).toEqual(new Set([world.clock.now]));

  world.clock.now += 60_000;
  log(2);
  const counts = [1, 2, 3].map(() => {
    countObjecting(world.ctx);
    return lookedAt().filter((at) => at === world.clock.now).length;
  });
  expect(counts).toEqual([25, 50, 60]);
});

test.each([
  [25, 25],
  [26, 0],
])("of %d runs that go on, a table looks at %d again before ten seconds have passed", async (runs, again) => {
  const { world, open, verbs } = externalWorld();
  const runIds = Array.from({ length: runs }, (_, i) => open({ key: `r${i}`, writer: `w${i}` }).runId);
  const log = (offset: number, last: number) =>
    runIds.forEach((runId, i) =>
      verbs.log(runId, {
        writer: `w${i}`,
        stream: "history",
        offset,
        table: tableOfValues("train/loss", [0.1, last], offset),
      }),
    );
  const attempts = selectLatestAttempts(world.ctx.db, runIds);
  const read = async () => {
    const found = await doInSlices(findingsInSlices(world.ctx, attempts));
    return attempts.filter(({ id }) => found.get(id)?.some(({ rule }) => rule === "D13")).length;
  };
  log(0, 0.2);
  expect(await read()).toBe(0);
  log(2, Number.NaN);
  world.clock.now += 5000;
  expect(await read()).toBe(again);
  world.clock.now += 5000;
  expect(await read()).toBe(runs);
});
