import { expect, test } from "vitest";
import { countObjecting, runFindings } from "./findings.ts";
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
