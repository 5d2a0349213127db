import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import {
  exitRecord,
  field,
  items,
  message,
  moment,
  row,
  runRecord,
  wandbLog,
} from "../../importers/histories/testing/wandb-log.ts";
import { makeWorld } from "../testing.ts";
import { bring, tablesOf } from "./testing.ts";

const AT = Date.parse("2026-01-14T07:00:00Z");
const log = (records: Parameters<typeof wandbLog>[0], day: string) => ({
  name: `wandb/run-${day}-abc/run-abc.wandb`,
  bytes: wandbLog(records),
});
const SECRET = `hf_${"a1B2".repeat(9)}`;

test("a process that goes back behind where the killed one was is another attempt, and both keep what they logged", async () => {
  const world = makeWorld();
  const start = runRecord({ id: "abc", at: AT, name: "nice", config: { lr: 0.001, wandb_key: SECRET } });
  const system = field(7, message(field(2, moment(AT + 500)), ...items(3, { cpu: 12.5 })));
  const rows = (at: number, from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => row(from + i, at + 1000 * i, { loss: 1 / (from + i + 1) }));
  const killed = log([start, system, ...rows(AT, 0, 10)], "1");
  const resumed = log(
    [runRecord({ id: "abc", at: AT + 60_000 }), ...rows(AT + 60_000, 6, 20), exitRecord(0)],
    "2",
  );
  const { runs } = await bring(world, [resumed, killed]);
  expect(runs).toMatchObject([{ name: "nice", outcome: "new", points: 25 }]);
  const { runId } = runs[0];
  const run = selectRun(world.ctx.db, runId as string);
  expect(run).toMatchObject({ state: "finished", params: { lr: 0.001 } });
  expect(JSON.stringify(tablesOf(world.ctx.db))).not.toContain(SECRET);
  const attempts = world.ctx.db.$client
    .prepare("select n, state, started_at, ended_at from attempts where run_id = ? order by n")
    .all(runId);
  expect(attempts).toEqual([
    { n: 1, state: "killed", started_at: AT, ended_at: AT + 9000 },
    { n: 2, state: "finished", started_at: AT + 60_000, ended_at: AT + 73_000 },
  ]);
});
