import { describe, expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import type { Params } from "../../../workers/protocol/manifest.ts";
import { ablationTable } from "../experiments/table.ts";
import { columnOnRecord } from "../comparability/values.ts";
import { judge } from "../../checks/judge.ts";
import { getRun } from "../runs/get.ts";
import { runTable } from "../run-table/table.ts";
import { RunTableInput } from "../../contracts/run-table.ts";
import { externalPlace, setCellRule } from "./cell-rule.ts";
import { cellOf, seedIn, USUAL_RULE } from "./config.ts";
import { tellingMetrics } from "./headline.ts";
import { keepStatement } from "./statement.ts";
import { externalWorld, tableOfValues, type ExternalWorld } from "./testing.ts";

describe("a configuration", () => {
  test.each([
    [{ seed: 3 }, 3],
    [{ "trainer.seed": "7" }, 7],
    [{ random_seed: 1, data_seed: 9 }, 1],
    [{ data_seed: 9 }, undefined],
    [{ seed: -1 }, undefined],
    [{ seed: 1.5 }, undefined],
    [{ seed: "none" }, undefined],
  ] as [Params, number | undefined][])("%j has the seed %s", (config, seed) => {
    expect(seedIn(config, USUAL_RULE)?.seed).toBe(seed);
  });

  test("is one for all its seeds, whatever the run is called, where it writes, and how values are spelled", () => {
    const cell = cellOf(
      { lr: 1e-6, beta: 0.04, seed: 1, run_name: "a", "args.output_dir": "/x" },
      USUAL_RULE,
    );
    const same: Params[] = [
      { beta: 0.04, lr: 1e-6, seed: 2, run_name: "b", "args.output_dir": "/y" },
      { beta: "0.04", lr: "1e-06", seed: "3", hostname: "node-7", report_to: "mlflow", data_seed: "None" },
      { beta: 0.04, lr: 0.000001, seed: 4, "args.seed": 4, "_wandb.t": "1" },
    ];
    for (const config of same) expect(cellOf(config, USUAL_RULE)).toBe(cell);
    const nested = {
      "rope.theta": 10000,
      "rope.scaling": "null",
      layers: '["full","full"]',
      "ids.0": "A",
      empty: "{}",
    };
    const asTexts = {
      rope: "{'theta': 10000.0, 'scaling': None}",
      layers: "['full', 'full']",
      ids: "{0: 'A'}",
      empty: "{}",
    };
    expect(cellOf(asTexts, USUAL_RULE)).toBe(cellOf(nested, USUAL_RULE));
    expect(cellOf({ ...asTexts, layers: "['full', 'half']" }, USUAL_RULE)).not.toBe(
      cellOf(nested, USUAL_RULE),
    );
    expect(cellOf({ lr: 1e-6, beta: 0.04, seed: 1, "model.name": "other" }, USUAL_RULE)).not.toBe(cell);
    expect(cellOf({ beta: 0.05, lr: 1e-6, seed: 1 }, USUAL_RULE)).not.toBe(cell);
    expect(cellOf({ lr: 1e-6, beta: 0.04, seed: 1, data_seed: 2 }, USUAL_RULE)).not.toBe(cell);
  });

  test("says most by what was measured, then by its reward, and by the loss at last", () => {
    const sent = new Map([
      ["train/loss", 2],
      ["train/reward", 2],
      ["train/reward_std", 2],
      ["eval/accuracy", 1],
      ["val/pass", 0],
      ["train/kl", 2],
    ]);
    expect(tellingMetrics(sent)).toEqual(["eval/accuracy", "train/reward", "train/loss"]);
  });
});

/** Runs of two betas with three seeds each, sent by hand: the reward of each beta is near it. */
function twoByThree(): ExternalWorld & { runIds: string[]; experimentId: string } {
  const external = externalWorld();
  const runIds = [0, 1, 2].flatMap((seed) =>
    [0.04, 0.4].map((beta) => {
      const { runId } = external.open({
        key: `b${beta}-s${seed}`,
        config: { beta, seed, output_dir: `/o/${seed}` },
      });
      external.verbs.log(runId, {
        writer: "w1",
        stream: "history",
        offset: 0,
        table: tableOfValues(
          "train/reward",
          Array.from({ length: 12 }, () => beta + seed / 1000),
          1,
        ),
      });
      external.verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
      return runId;
    }),
  );
  const experimentId = selectRun(external.world.ctx.db, runIds[0])?.experimentId ?? "";
  return { ...external, runIds, experimentId };
}

describe("runs sent by hand", () => {
  test("become one table of configurations over seeds", () => {
    const { world, experimentId } = twoByThree();
    const table = ablationTable(world.ctx, experimentId);
    expect(table.rows.map(({ config, n, seeds }) => [config, n, seeds])).toEqual([
      ["beta 0.04", 3, [0, 1, 2]],
      ["beta 0.4", 3, [0, 1, 2]],
    ]);
    expect(table.baseline).toBe("beta 0.04");
    expect(table.columns.map(({ metric }) => metric)).toEqual(["train/reward"]);
    expect(table.rows[1].difference["train/reward"].value).toBeCloseTo(0.36);
    expect(table.rows[1].changed).toMatchObject([{ name: "beta", from: 0.04, to: 0.4 }]);
    expect(table.rows[1].trainStep).toBe(12);
  });

  test("differ in no key that somebody left out of the configuration", () => {
    const { world, open } = externalWorld();
    const [a, b] = [0.1, 0.2].map(
      (lr) => open({ key: `${lr}`, config: { lr, note: `of ${lr}`, seed: 0 } }).runId,
    );
    const { experimentId = "" } = selectRun(world.ctx.db, a) ?? {};
    const names = () => ablationTable(world.ctx, experimentId).rows[1].changed.map(({ name }) => name);
    expect(names()).toEqual(["lr", "note"]);
    setCellRule(world.ctx, { experimentId, seedKey: null, ignoredKeys: ["note"], metrics: [] });
    expect(names()).toEqual(["lr"]);
    expect(getRun(world.ctx, b).changed.map(({ name }) => name)).toEqual(["lr"]);
  });

  test("without a seed stand apart, each for itself", () => {
    const { world, open } = externalWorld();
    const runs = ["a", "b"].map((key) => selectRun(world.ctx.db, open({ key, config: { lr: 1 } }).runId));
    expect(runs.map((run) => run?.seed)).toEqual([-1, -2]);
    expect(runs[0]?.cell).toBe(runs[1]?.cell);
  });

  test("of one configuration and seed may be several", () => {
    const { world, open } = externalWorld();
    const ids = ["a", "b"].map((key) => open({ key, config: { lr: 1, seed: 0 } }).runId);
    expect(ids.map((id) => selectRun(world.ctx.db, id)?.seed)).toEqual([0, 0]);
  });

  test("are put together anew by another key of the seed and other keys to leave out", () => {
    const { world, experimentId } = twoByThree();
    const asBeta = setCellRule(world.ctx, { experimentId, seedKey: "beta", ignoredKeys: [], metrics: [] });
    expect(asBeta).toMatchObject({ withoutSeed: 6, differing: ["beta", "seed"] });
    setCellRule(world.ctx, { experimentId, seedKey: null, ignoredKeys: ["beta"], metrics: [] });
    expect(ablationTable(world.ctx, experimentId).rows.map(({ config }) => config)).toEqual([
      "one configuration",
    ]);
    const again = setCellRule(world.ctx, {
      experimentId,
      seedKey: null,
      ignoredKeys: [],
      metrics: ["train/loss"],
    });
    expect(again).toMatchObject({ seedKeys: [{ key: "seed", runs: 6 }], metrics: ["train/loss"] });
  });

  test("lose a seed that nobody says any more, and stand apart without one", () => {
    const { world, open } = externalWorld();
    const { runId } = open({ config: { lr: 1, seed: 3 } });
    const run = () => selectRun(world.ctx.db, runId);
    const rule = { experimentId: run()?.experimentId ?? "", ignoredKeys: ["seed"], metrics: [] };
    setCellRule(world.ctx, { ...rule, seedKey: "other_seed" });
    expect(run()?.seed).toBe(-1);
    setCellRule(world.ctx, { ...rule, seedKey: "other_seed" });
    expect(run()?.seed).toBe(-1);
  });

  test("are compared with the baseline that somebody chose, and still with it when more come", () => {
    const { world, open, experimentId, runIds } = twoByThree();
    const rule = { experimentId, seedKey: null, ignoredKeys: [], metrics: [] };
    const place = setCellRule(world.ctx, { ...rule, baselineRun: runIds[3] });
    expect(place.cells).toEqual([
      { label: "beta 0.04", runs: 3, runId: runIds[0] },
      { label: "beta 0.4", runs: 3, runId: runIds[1] },
    ]);
    expect(place.baselineRun).toBe(runIds[1]);
    open({ key: "later", config: { beta: 4, seed: 0 } });
    const table = ablationTable(world.ctx, experimentId);
    expect(table.baseline).toBe("beta 0.4");
    expect(table.rows[1].difference["train/reward"].value).toBeCloseTo(-0.36);
    expect(setCellRule(world.ctx, rule).baselineRun).toBe(runIds[1]);
    expect(() => setCellRule(world.ctx, { ...rule, baselineRun: `run_${"z".repeat(16)}` })).toThrow(
      "no run of this experiment",
    );
  });

  test("are called by the groups that the client gave, where each configuration has one of its own", () => {
    const { world, open } = externalWorld();
    const id = open({ key: "a", config: { lr: 1, seed: 0 }, group: "slow" }).runId;
    open({ key: "b", config: { lr: 2, seed: 0 }, group: "fast" });
    expect(selectRun(world.ctx.db, id)?.label).toBe("slow");
  });

  test("stand in the run table with whose word their state is, and can be chosen by it", async () => {
    const { world, runIds } = twoByThree();
    const ask = (column: string, value: string) =>
      runTable(world.ctx, RunTableInput.parse({ where: [{ column, op: "eq", value }], columns: [] }));
    const ofClients = await ask("statusSource", "client");
    expect(ofClients.entries).toHaveLength(runIds.length);
    expect((await ask("statusSource", "supervised")).entries).toHaveLength(0);
    // As links and saved views of before call them.
    expect((await ask("basis", "claimed")).entries).toHaveLength(runIds.length);
    expect((await ask("origin", "outside")).entries).toHaveLength(runIds.length);
    expect(ofClients.entries[0]).toMatchObject({
      run: { statusSource: "client", origin: "external", step: 12 },
    });
  });
});

describe("what is not on record", () => {
  const rewardsOf = ({ world }: ExternalWorld, runIds: string[]) => {
    const runs = runIds.map((runId) => ({
      runId,
      attemptId: null,
      rewardHash: selectRun(world.ctx.db, runId)?.rewardHash ?? "",
    }));
    const column = { kind: "metric", metric: "reward/raw", axis: "step", reducer: "last" } as const;
    const read = columnOnRecord(world.ctx.db, runs, column, false);
    return judge(
      "reward/raw",
      runs.map((run) => ({ name: run.runId, of: [read(run)] })),
    );
  };

  test("forbids nothing by itself, and is said", () => {
    const external = twoByThree();
    const said = rewardsOf(external, external.runIds);
    expect(said.ranked).toHaveLength(1);
    expect(said.findings).toEqual([]);
    expect(said.notLogged).toMatchObject([{ what: "reward function" }]);
  });

  test("is stated once for many runs, with who and when, and decides from then on", () => {
    const external = twoByThree();
    const [a, b, ...others] = external.runIds;
    const { ctx } = external.world;
    keepStatement(ctx, { runIds: [a, b], what: "reward", text: "gsm8k exact match" });
    keepStatement(ctx, { runIds: others, what: "reward", text: "length only" });
    expect(rewardsOf(external, external.runIds).findings).toHaveLength(1);
    expect(rewardsOf(external, [a, b])).toMatchObject({ findings: [], notLogged: [] });
    expect(getRun(ctx, a)).toMatchObject({
      rewardConfig: { formula: "gsm8k exact match" },
      external: { statements: [{ what: "reward", text: "gsm8k exact match", by: "tester" }] },
    });
  });

  test("is stated of problems as well, and then decides over what was logged of evaluations", () => {
    const external = twoByThree();
    const { ctx } = external.world;
    const judged = () => {
      const runs = external.runIds.map((runId) => ({ runId, attemptId: null, rewardHash: "" }));
      const column = { kind: "metric", metric: "eval/accuracy", reducer: "last" } as const;
      const of = columnOnRecord(ctx.db, runs, column as never, false);
      return judge(
        "eval/accuracy",
        runs.map((run) => ({ name: run.runId, of: [of(run)] })),
        null,
      );
    };
    const missing = () => judged().notLogged.map(({ what }) => what);
    expect([judged().findings, missing()]).toEqual([[], ["problems", "protocol"]]);
    keepStatement(ctx, { runIds: external.runIds, what: "problems", text: "gsm8k test" });
    keepStatement(ctx, { runIds: external.runIds, what: "protocol", text: "greedy" });
    expect([judged().findings, missing()]).toEqual([[], []]);
    keepStatement(ctx, { runIds: [external.runIds[0]], what: "problems", text: "math500" });
    expect(judged().findings.map(({ rule }) => rule)).toEqual(["C02"]);
  });

  test("is not on record again when the statement is taken back", () => {
    const external = twoByThree();
    const { ctx } = external.world;
    keepStatement(ctx, { runIds: external.runIds, what: "reward", text: "x" });
    keepStatement(ctx, { runIds: external.runIds, what: "reward", text: null });
    expect(rewardsOf(external, external.runIds).notLogged).toHaveLength(1);
    expect(externalPlace(ctx, external.experimentId)?.runs[0].statements).toEqual([]);
  });
});
