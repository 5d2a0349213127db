import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { selectGroupsOfStep, selectRolloutSteps } from "#db/rollouts/read-groups.ts";
import { type ScriptBench, startScriptBench } from "#server/http/testing/script-bench.ts";
import { continueRun } from "#server/services/attempts/again/continue.ts";
import { ablationTable } from "#server/services/experiments/table.ts";
import { listFolderRecipes } from "#server/services/recipes/agree.ts";
import { getRun } from "#server/services/runs/get.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { launchPipeline } from "#server/services/runs/launch-pipeline.ts";
import { planPipeline } from "#server/services/runs/plan-pipeline.ts";
import { launchRuns } from "#server/services/runs/launch.ts";
import { stopRun } from "#server/services/runs/stop.ts";
import { freshKey } from "#server/services/testing.ts";
import { dgroTerm } from "../../workers/math/dgro-loss.ts";
import { rescaleRewards } from "../../workers/math/dgro-rescale.ts";
import { kalmanAdvantages } from "../../workers/math/kalman-advantage.ts";
import { PythonEnvironments } from "../../workers/scripts/python/environments.ts";
import { requirementsOf } from "../../workers/scripts/python/requirements.ts";
import { readScript } from "../../workers/scripts/read-folder.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const FOLDER = join(ROOT, "recipes", "trl");

/** An environment as a worker makes it, kept in .cache; `ABLAB_PYTHON_RECIPES` names a Python that is there already. */
async function findPython(): Promise<string | null> {
  const { ABLAB_PYTHON_RECIPES: given } = process.env;
  if (given !== undefined) return given;
  const requirements = requirementsOf(readScript(join(FOLDER, "grpo")));
  if (!requirements) throw new Error("The recipe names no requirements.");
  const making = { onLine: () => {}, onCount: () => {}, signal: new AbortController().signal };
  try {
    const made = await new PythonEnvironments(join(ROOT, ".cache"), process.env).of(requirements, making);
    return join(made, "bin", "python");
  } catch (error) {
    console.warn(`The recipes on TRL are not trained: ${(error as Error).message}`);
    return null;
  }
}
const python = await findPython();
/** An SFT that solves some of the problems. */
const LEARNT = { steps: 60, learning_rate: 0.003 };

describe.skipIf(python === null)("recipes on TRL, from a launch to their tables", () => {
  let bench: ScriptBench;
  beforeAll(async () => {
    const options = ["--slots", "2", "--python", python ?? ""];
    bench = await startScriptBench({ recipes: () => FOLDER, options, env: { HF_HUB_OFFLINE: "1" } });
    await vi.waitFor(() => expect(listFolderRecipes(bench.world.ctx).recipes).toHaveLength(5), {
      timeout: 120_000,
    });
  });
  afterAll(() => bench.close());

  const launch = (recipe: string, edits: Record<string, number | string> = {}, seeds = [0]) =>
    launchRuns(bench.world.ctx, {
      launchKey: freshKey(),
      recipe,
      matrix: { presets: ["smoke"], edits, factors: [], seeds },
      experiment: { title: recipe },
    });
  const row = (id: string) => getRun(bench.world.ctx, id).row;
  const untilEnded = (ids: readonly string[]) =>
    vi.waitFor(
      () =>
        ids.forEach((id) =>
          expect(row(id)).toMatchObject({ state: expect.stringMatching(/^(finished|failed|killed)$/) }),
        ),
      { timeout: 550_000, interval: 500 },
    );
  const outputOf = (id: string, attempt = -1) => {
    const { attempts } = getRun(bench.world.ctx, id);
    const of = attempts.toSorted((a, b) => a.n - b.n).at(attempt);
    return join(bench.home, "worker-home", "runs", of?.id ?? "", "output");
  };
  const resultOf = (id: string) =>
    JSON.parse(readFileSync(join(outputOf(id), "result.json"), "utf8")) as Record<string, number | string>;

  /** The last value of a metric that a run sent. */
  const lastOf = (id: string, metric: string) => {
    const ids = getRun(bench.world.ctx, id).attempts.map((attempt) => attempt.id);
    const points = pointStore(bench.world.ctx.db).series(ids, [metric]);
    return points.at(-1)?.lastValue ?? Number.NaN;
  };

  test("each trains a tiny random model on the processor and measures what its table shows", async () => {
    const launched = [
      launch("trl-sft"),
      launch("trl-grpo"),
      launch("trl-grpo", { task: "code", reward: "partial", completion_limit: 48 }),
      launch("trl-dgro"),
      launch("trl-dgro", { variant: "paper" }),
      launch("trl-dgro", { variant: "as_coded" }),
      launch("trl-prm"),
      launch("trl-evaluate"),
    ];
    await untilEnded(launched.flatMap(({ runs }) => runs.map(({ id }) => id)));
    for (const { runs, experimentId } of launched) {
      expect({ ...row(runs[0].id), said: bench.said() }).toMatchObject({ state: "finished" });
      const table = ablationTable(bench.world.ctx, experimentId);
      const [first] = table.rows;
      expect(table.columns.length).toBeGreaterThan(2);
      const values = Object.values(first.metrics).map(({ value }) => value);
      expect(values.filter((value) => value === null)).toEqual([]);
    }
    const { db } = bench.world.ctx;
    const groups = selectRolloutSteps(db, launched[1].runs[0].id).flatMap((at) => selectGroupsOfStep(db, at));
    expect(groups.filter(({ phase }) => phase === "train").map(({ n }) => n)).toEqual([4, 4, 4, 4]);
    expect(groups.filter(({ phase }) => phase === "eval")).toHaveLength(8);
  });

  test("a training that is stopped leaves a checkpoint, and what goes on from it ends in the same weights", async () => {
    const edits = { steps: 60, eval_problems: 0 };
    const [whole] = launch("trl-grpo", edits).runs;
    await untilEnded([whole.id]);
    const [cut] = launch("trl-grpo", edits).runs;
    await vi.waitFor(() => expect(row(cut.id).step ?? 0).toBeGreaterThan(2), {
      timeout: 300_000,
      interval: 100,
    });
    stopRun(bench.world.ctx, cut.id);
    await untilEnded([cut.id]);
    expect(row(cut.id)).toMatchObject({ state: "killed" });
    continueRun(bench.world.ctx, { id: cut.id, kind: "resume" });
    await untilEnded([cut.id]);
    expect(row(cut.id)).toMatchObject({ state: "finished" });
    expect(resultOf(cut.id).weights).toBe(resultOf(whole.id).weights);
  });

  test("a chain takes the last checkpoint of each stage: what is measured of it is what its training measured", async () => {
    const { ctx } = bench.world;
    const plan = planPipeline(ctx, { chain: "trl", smoke: true, seeds: [0] });
    // So that some answers are solved and some are not: else nothing is learnt from groups.
    const stages = plan.launch.map((one) =>
      one.key === "sft"
        ? { ...one, matrix: { ...one.matrix, edits: { ...one.matrix.edits, ...LEARNT } } }
        : one,
    );
    const { runs } = launchPipeline(ctx, {
      launchKey: freshKey(),
      experiment: { title: "chain" },
      stages,
      baseline: plan.baseline,
    });
    const [sft, before, grpo, after] = runs.map(({ id }) => id);
    await untilEnded([sft, before, grpo, after]);
    expect(runs.map(({ id }) => row(id).state)).toEqual(Array(4).fill("finished"));
    const solved = (id: string) => lastOf(id, "held_out/solved");
    expect([solved(before), solved(after)]).toEqual([solved(sft), solved(grpo)]);
    expect(resultOf(grpo).weights).not.toBe(resultOf(sft).weights);
  });

  test("what a LoRA adapter learnt is what the next run begins with", async () => {
    const [sft] = launch("trl-sft", { lora_rank: 4, learning_rate: 0.01 }).runs;
    await untilEnded([sft.id]);
    const [next] = launchRuns(bench.world.ctx, {
      launchKey: freshKey(),
      recipe: "trl-evaluate",
      matrix: { presets: ["smoke"], edits: {}, factors: [], seeds: [0] },
      inputs: { policy: { run: sft.id } },
      experiment: { title: "adapter" },
    }).runs;
    await untilEnded([next.id]);
    expect(row(next.id)).toMatchObject({ state: "finished" });
    expect(lastOf(next.id, "held_out/reward")).toBeCloseTo(lastOf(sft.id, "held_out/reward"), 9);
  });

  test("its formulas are those of this project's own trainer", () => {
    const rewards = [1, 0, 0.25, -1, 1, 1, 0.5, 0];
    const script = `
import json, sys
sys.path.insert(0, ${JSON.stringify(join(FOLDER, "dgro"))})
import torch
from formulas import kalman_advantages, published_loss, rescaled
rewards = json.loads(sys.argv[1])
now = torch.tensor([[-1.0, -2.0], [-0.5, -3.0]], dtype=torch.float64)
then = torch.tensor([[-1.5, -2.0], [-0.25, -2.0]], dtype=torch.float64)
mask = torch.tensor([[1, 1], [1, 0]])
advantages = torch.tensor([0.5, -0.25], dtype=torch.float64)
print(json.dumps([
    kalman_advantages(rewards, 1e-5, 0.01, 1.0),
    rescaled(rewards, 2.0, 0.01, None, None)[0],
    rescaled([1.0] * 8, 2.0, 0.01, None, lambda: 0.5),
    published_loss(now, then, mask, advantages, 1.0, 0.05).item(),
]))`;
    const { stdout, stderr } = spawnSync(python ?? "", ["-c", script, JSON.stringify(rewards)], {
      encoding: "utf8",
    });
    expect(stdout, stderr).not.toBe("");
    const [kalman, scaled, noisy, loss] = JSON.parse(stdout) as [
      number[],
      number[],
      [number[], boolean],
      number,
    ];
    const near = (found: readonly number[], wanted: readonly number[]) =>
      found.forEach((value, i) => expect(value).toBeCloseTo(wanted[i], 12));
    near(kalman, kalmanAdvantages(rewards, { q: 1e-5, r: 0.01, p0: 1 }));
    const options = { beta: 2, minVariance: 0.01, baseline: null };
    near(scaled, rescaleRewards(rewards, options, () => 0).rewards);
    expect(noisy).toEqual([rescaleRewards(Array<number>(8).fill(1), options, () => 0.5).rewards, true]);
    const of = (now: number, then: number, ratio: number, advantage: number) =>
      dgroTerm(now, then, ratio, advantage, 1, 0.05).loss;
    const first = of(-1, -1.5, 0.5, 0.5) + of(-2, -2, 0.5, 0.5);
    const second = of(-0.5, -0.25, -0.25, -0.25);
    expect(loss).toBeCloseTo((first + second) / 2, 12);
  });
});
