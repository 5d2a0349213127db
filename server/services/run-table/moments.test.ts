import { beforeAll, expect, test } from "vitest";
import { makeManyRuns } from "#db/testing/many-runs.ts";
import { selectRunsByIds, type RunRecord } from "#db/queries/runs.ts";
import { RunTableInput } from "../../contracts/run-table.ts";
import type { ConditionOp } from "../../contracts/run-table-columns.ts";
import { writeDay } from "../../wording/times.ts";
import { makeWorld } from "../testing.ts";
import { runTable } from "./table.ts";

const DAY = 86_400_000;
const world = makeWorld();
let runs: RunRecord[];

beforeAll(() => {
  const { runIds } = makeManyRuns(world.ctx.db, { runs: 12, metrics: 3, seed: 7 });
  runIds.forEach((id, i) =>
    world.ctx.db.$client
      .prepare("update runs set queued_at = ? where id = ?")
      .run(world.ctx.now() - i * (DAY / 2), id),
  );
  runs = selectRunsByIds(world.ctx.db, runIds);
});

async function found(op: ConditionOp, value: string, column = "launched"): Promise<number[]> {
  const input = RunTableInput.parse({ limit: 100, where: [{ column, op, value }] });
  const { entries } = await runTable(world.ctx, input);
  return entries
    .flatMap((entry) => (entry.kind === "run" ? [entry.run.queuedAt] : []))
    .toSorted((a, b) => a - b);
}

const those = (holds: (at: number) => boolean) =>
  runs
    .map(({ queuedAt }) => queuedAt)
    .filter(holds)
    .toSorted((a, b) => a - b);

test("a day holds every moment of it, and its ends divide what lies before and after it", async () => {
  const today = Math.floor(world.ctx.now() / DAY) * DAY;
  const from = today - 2 * DAY;
  const text = writeDay(from);
  expect(await found("eq", text)).toEqual(those((at) => at >= from && at < from + DAY));
  expect(await found("ne", text)).toEqual(those((at) => at < from || at >= from + DAY));
  expect(await found("lt", text)).toEqual(those((at) => at < from));
  expect(await found("le", text)).toEqual(those((at) => at < from + DAY));
  expect(await found("gt", text)).toEqual(those((at) => at >= from + DAY));
  expect(await found("ge", text)).toEqual(those((at) => at >= from));
  expect((await found("eq", text)).length).toBeGreaterThan(0);
});

test("a time is also how long ago it was, or ms since 1970 as older views have it", async () => {
  const limit = world.ctx.now() - 2 * DAY;
  expect(await found("ge", "2 days ago")).toEqual(those((at) => at >= limit));
  expect(await found("lt", String(limit))).toEqual(those((at) => at < limit));
});

test("what is no date or no length of time is refused by name", async () => {
  await expect(found("gt", "soon")).rejects.toMatchObject({ code: "invalid" });
  await expect(found("gt", "soon", "time")).rejects.toMatchObject({ code: "invalid" });
  expect(await found("ge", "0 s", "time")).toEqual(await found("ge", "0", "time"));
});
