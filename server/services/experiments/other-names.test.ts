import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { externalWorld, tableOfValues } from "../external/testing.ts";
import { ablationTable } from "./table.ts";

/** Two configurations with two seeds each; one client sends `names[0]`, the other `names[1]`. */
function twoClients(names: [string, string], both = false) {
  const { world, verbs, open } = externalWorld();
  const ids = [0, 1].flatMap((seed) =>
    names.map((name, i) => {
      const { runId } = open({ key: `${i}-${seed}`, config: { beta: i, seed } });
      const said = both && i === 0 ? names : [name];
      for (const [offset, metric] of said.entries())
        verbs.log(runId, {
          writer: "w1",
          stream: "history",
          offset: offset * 10,
          table: tableOfValues(
            metric,
            Array.from({ length: 10 }, () => i + seed / 2),
            1,
          ),
        });
      verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
      return runId;
    }),
  );
  return ablationTable(world.ctx, selectRun(world.ctx.db, ids[0])?.experimentId ?? "");
}

const means = (table: ReturnType<typeof twoClients>) =>
  table.columns.map(({ metric }) => [metric, ...table.rows.map(({ metrics }) => metrics[metric].value)]);

test.each([
  [["train/reward", "reward"], "train/reward"],
  [["eval_accuracy", "eval/accuracy"], "eval/accuracy"],
] as [[string, string], string][])(
  "what two clients call differently is one column, with a difference: %j",
  (names, column) => {
    const table = twoClients(names);
    expect(means(table)).toEqual([[column, 0.25, 1.25]]);
    expect(table.rows[1].difference[column].value).toBeCloseTo(1);
  },
);

test("where a run has both names they are two metrics, and neither stands for the other", () => {
  const found = new Map(
    means(twoClients(["train/reward", "reward"], true)).map(([name, ...of]) => [name, of]),
  );
  expect([found.get("reward"), found.get("train/reward")]).toEqual([
    [0.25, 1.25],
    [0.25, null],
  ]);
});
