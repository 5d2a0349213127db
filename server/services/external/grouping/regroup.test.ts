import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { externalPlace, setCellRule } from "../cell-rule.ts";
import { externalWorld } from "../testing.ts";
import { regroupOutdated } from "./regroup.ts";

test("runs that older rules put apart are put together once, and the baseline stays", () => {
  const { world, open } = externalWorld();
  const ids = [0, 1, 2].map(
    (seed) =>
      open({ key: `r${seed}`, config: { lr: 1, "grpo.seed": seed, "logger.wandb.name": `s${seed}` } }).runId,
  );
  const other = open({ key: "other", config: { lr: 2, "grpo.seed": 0 } }).runId;
  const experimentId = selectRun(world.ctx.db, other)?.experimentId ?? "";
  setCellRule(world.ctx, { experimentId, seedKey: null, ignoredKeys: [], metrics: [], baselineRun: other });
  const { $client } = world.ctx.db;
  for (const [i, id] of [...ids, other].entries())
    $client.prepare("update runs set cell = ? where id = ?").run(`old${i}`, id);
  $client.prepare("update experiments set baseline_cell = 'old3'").run();
  $client.prepare("update external_places set grouping_version = 1").run();
  expect(regroupOutdated(world.ctx)).toBe(true);
  expect(externalPlace(world.ctx, experimentId)).toMatchObject({
    cells: [{ runs: 3 }, { runs: 1 }],
    baselineRun: other,
  });
  expect(regroupOutdated(world.ctx)).toBe(false);
});
