import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { tableOfRows } from "../../contracts/external/logged-table.ts";
import { externalWorld } from "../external/testing.ts";
import { ablationTable } from "./table.ts";

/** Two configurations of two seeds that train 40 steps; every ten of them something is evaluated, with what `row` logs. */
function evaluated(row: (train: number, value: number) => { step: number; values: Record<string, number> }) {
  const { world, verbs, open } = externalWorld();
  const ids = [0, 1].flatMap((seed) =>
    [0, 1].map((lr) => {
      const { runId } = open({ key: `${lr}-${seed}`, config: { lr, seed } });
      const rows = Array.from({ length: 40 }, (_, i) => i + 1).flatMap((step) => [
        { step, at: step, values: { "train/loss": 1 / step } },
        ...(step % 10 === 0 ? [{ ...row(step, lr + step), at: step }] : []),
      ]);
      verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfRows(rows) });
      verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
      return runId;
    }),
  );
  return ablationTable(world.ctx, selectRun(world.ctx.db, ids[0])?.experimentId ?? "", ["eval/acc", "never"]);
}

const valuesIn = ({ rows }: ReturnType<typeof evaluated>) =>
  rows.map(({ metrics }) => metrics["eval/acc"].value);

test("evaluations that count themselves are told by the last of them, and the caption says so", () => {
  const table = evaluated((train, value) => ({ step: train / 10, values: { "eval/acc": value } }));
  expect(valuesIn(table)).toEqual([40, 41]);
  expect(table.rows[1].comparable["eval/acc"]).toBe(true);
  expect(table.caption).toContain("eval/acc: its last value on a count of its own");
});

test("so are those whose row names their train step, whatever the logger counted", () => {
  const table = evaluated((train, value) => ({
    step: train / 10,
    values: { "eval/acc": value, "eval/global_step": train },
  }));
  expect(valuesIn(table)).toEqual([40, 41]);
  expect(table.caption).toContain("its last value on eval/global_step at or before the end of training");
});

test("evaluations on the train step stay means over the last of these", () => {
  const table = evaluated((train, value) => ({ step: train, values: { "eval/acc": value } }));
  expect(valuesIn(table)).toEqual([40, 41]);
  expect(table.caption).not.toContain("count of its own");
});

test("a metric that nobody sent is said to be none, and runs that have not ended are waited for", () => {
  const { verdicts } = evaluated((step, value) => ({ step, values: { "eval/acc": value } }));
  expect(verdicts.find(({ metric }) => metric === "never")?.message).toContain(
    "no finished run has a value of it",
  );
  const { world, open } = externalWorld();
  const [id] = [0, 1].map((lr) => open({ key: `${lr}`, config: { lr, seed: 0 } }).runId);
  const waiting = ablationTable(world.ctx, selectRun(world.ctx.db, id)?.experimentId ?? "", ["never"]);
  expect(waiting.verdicts[0].message).toContain("waiting for the first finished run of lr 0");
});
