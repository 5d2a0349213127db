import { expect, test } from "vitest";
import { tableOfRows } from "../../../contracts/external/logged-table.ts";
import { launch } from "../../testing.ts";
import { setCellRule } from "../cell-rule.ts";
import { mainMetrics, usualMetrics } from "./main-metrics.ts";
import { externalWorld, type ExternalWorld } from "../testing.ts";

function send({ verbs, open }: ExternalWorld, key: string, ...metrics: string[]): string {
  const { runId } = open({ key });
  const values = Object.fromEntries(metrics.map((metric) => [metric, 1]));
  const table = tableOfRows([{ step: 1, at: null, values }]);
  verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table });
  return runId;
}

test("a list shows of runs from outside what says most of those metrics that they sent", () => {
  const external = externalWorld();
  const { ctx } = external.world;
  expect(usualMetrics(ctx, null)).toEqual({ external: [], hasOwn: true, leads: [] });
  const one = send(external, "r1", "train/reward", "train/global_step", "train/loss", "kl");
  const other = send(external, "r2", "foo/bar", "foo/step", "baz");
  expect(usualMetrics(ctx, null)).toEqual({
    external: ["train/reward", "train/loss"],
    hasOwn: false,
    leads: [],
  });
  expect(mainMetrics(ctx, [one, other])).toEqual({
    [one]: { metric: "train/reward", title: "train/reward" },
    [other]: { metric: "baz", title: "baz" },
  });
  launch(external.world, { seeds: [0] });
  expect(usualMetrics(ctx, null)).toMatchObject({ hasOwn: true, leads: ["eval/rr_at_5"] });
});

test("what a project chose as its metrics comes first", () => {
  const external = externalWorld();
  const { ctx } = external.world;
  const runId = send(external, "r1", "train/reward", "kl");
  const { experimentId } = external.world.ctx.db.$client
    .prepare("select experiment_id as experimentId from runs where id = ?")
    .get(runId) as { experimentId: string };
  setCellRule(external.world.as({ kind: "member", name: "kai" }), {
    experimentId,
    seedKey: null,
    ignoredKeys: [],
    metrics: ["kl"],
    baselineRun: null,
  });
  expect(usualMetrics(ctx, experimentId).external).toEqual(["kl", "train/reward"]);
  expect(mainMetrics(ctx, [runId])).toMatchObject({ [runId]: { metric: "kl" } });
});
