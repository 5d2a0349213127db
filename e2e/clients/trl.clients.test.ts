import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selectPlace } from "#db/queries/external.ts";
import type { AblationTable } from "#server/contracts/experiment.ts";
import { ablationTable } from "#server/services/experiments/table.ts";
import { pythonWith, runPython } from "#server/adapters/testing.python.ts";
import { startServer } from "../chaos/server-process.ts";
import { prepareForClients, withHome } from "./prepare.ts";
import { readRun, type ReadRun } from "./read-run.ts";

/** The trainer and all trackers in one environment; MLflow whole, since transformers looks for it by that name. */
const python = pythonWith("trl", [
  "torch==2.13.0",
  "trl==1.16.0",
  "wandb==0.31.0",
  "trackio==0.43.0",
  "mlflow==3.17.2",
]);
const TRACKERS = ["wandb", "trackio", "mlflow", "ablab"] as const;
type Tracker = (typeof TRACKERS)[number];

/** Measured with a clock, so different in every run. */
const OF_THE_CLOCK =
  /^(profiling\/|system[./])|(^|[/_])(step_time|runtime|samples_per_second|steps_per_second)$|^total_flos$/;

const scratch = mkdtempSync(join(tmpdir(), "ablab-trl-"));
const home = join(scratch, "home");
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Trains once and tells a server on that port of it. */
async function train(
  tracker: Tracker,
  project: string,
  { port, token, BETA = "0.04", SEED = "0" }: Training,
) {
  const folder = join(scratch, [tracker, project, BETA, SEED].join("-"));
  mkdirSync(folder);
  const url = `http://127.0.0.1:${port}`;
  const script = `import runpy; runpy.run_path(${JSON.stringify(join(import.meta.dirname, "train_grpo.py"))}, run_name="__main__")`;
  const { code, output } = await runPython(python ?? "", script, {
    TRACKER: tracker,
    PROJECT: project,
    MODEL: join(scratch, "model"),
    BETA,
    SEED,
    HOME: folder,
    HF_HOME: folder,
    WANDB_BASE_URL: url,
    WANDB_API_KEY: token,
    WANDB_PROJECT: project,
    WANDB_DIR: folder,
    WANDB_SILENT: "true",
    TRACKIO_SERVER_URL: url,
    TRACKIO_WRITE_TOKEN: token,
    TRACKIO_DIR: folder,
    MLFLOW_TRACKING_URI: url,
    MLFLOW_TRACKING_TOKEN: token,
    MLFLOW_EXPERIMENT_NAME: project,
    MLFLOW_DISABLE_TELEMETRY: "true",
    GIT_PYTHON_REFRESH: "quiet",
    ABLAB_URL: url,
    ABLAB_INGEST_TOKEN: token,
    ABLAB_SPOOL_DIR: folder,
    ABLAB_QUIET: "1",
    PYTHONPATH: join(import.meta.dirname, "..", "..", "clients", "python"),
    PYTHONDONTWRITEBYTECODE: "1",
  });
  expect([code, output.includes("trained 12")], output.slice(-4000)).toEqual([0, true]);
}

interface Training {
  port: number;
  token: string;
  BETA?: string;
  SEED?: string;
}

/** A metric as wandb's callback of transformers calls it; MLflow's gives it the name that the trainer has. */
const named = (tracker: Tracker, metric: string): string =>
  tracker !== "mlflow" || metric.startsWith("profiling/")
    ? metric
    : metric.startsWith("eval_")
      ? `eval/${metric.slice("eval_".length)}`
      : `train/${metric}`;

/** Worked out here from the completions of a step, which MLflow does not bring. */
const OF_COMPLETIONS = ["group/std", "group/zero_share"];

const curvesOf = (tracker: Tracker, { curves }: ReadRun) =>
  Object.fromEntries(
    Object.entries(curves)
      .map(([name, points]): [string, (typeof curves)[string]] => [named(tracker, name), points])
      .filter(([name]) => !OF_THE_CLOCK.test(name) && name !== "train/global_step")
      .filter(([name]) => !OF_COMPLETIONS.includes(name))
      // MLflow draws what is said of the whole training as curves of one point; to others it is a last value or nothing.
      .filter(([name]) => !/^train\/(train_loss|train_runtime|total_flos)$/.test(name)),
  );

describe.skipIf(python === null)("one GRPO training of TRL", () => {
  const runs = {} as Record<Tracker, ReadRun>;
  let table: AblationTable;

  beforeAll(async () => {
    const { token, projectId } = prepareForClients(home);
    const server = startServer(home, join(scratch, "compiled"));
    const port = await server.open();
    if (port === null) throw new Error("The server did not open; its last words are above.");
    for (const tracker of TRACKERS) await train(tracker, "same", { port, token });
    for (const BETA of ["0.0", "0.2"])
      for (const SEED of ["0", "1", "2"]) await train("ablab", "ablation", { port, token, BETA, SEED });
    expect(await server.close()).toBe(0);
    withHome(home, (ctx) => {
      for (const tracker of TRACKERS) runs[tracker] = readRun(ctx.db, projectId, "same", `${tracker} 0.04 0`);
      table = ablationTable(ctx, selectPlace(ctx.db, projectId, "ablation")?.experimentId ?? "");
    });
  });

  test("has the same curves and last values through wandb, trackio, MLflow and our own client", () => {
    const curves = curvesOf("wandb", runs.wandb);
    expect(Object.keys(curves).length).toBeGreaterThan(50);
    expect(curves["train/reward"]).toHaveLength(12);
    expect(curves["eval/reward"]).toHaveLength(2);
    for (const tracker of TRACKERS) {
      expect(curvesOf(tracker, runs[tracker]), tracker).toEqual(curves);
      for (const [name, last] of Object.entries(runs[tracker].lasts))
        expect(last, `${tracker}: ${name}`).toEqual(runs[tracker].curves[name].at(-1));
    }
  });

  test("has the same configuration, but for the count of weights that MLflow is not told, and the same seed", () => {
    const { "model/num_parameters": weights, ...rest } = runs.wandb.config;
    expect(weights).toBe("833152");
    expect(runs.trackio.config).toEqual(runs.wandb.config);
    expect(runs.ablab.config).toEqual(runs.wandb.config);
    expect(runs.mlflow.config).toEqual(rest);
    expect(new Set([runs.wandb, runs.trackio, runs.ablab].map(({ cell }) => cell)).size).toBe(1);
    expect(TRACKERS.map((tracker) => runs[tracker].seed)).toEqual([0, 0, 0, 0]);
  });

  test("has the same completions through wandb and trackio, and all of the evaluations through our own client", () => {
    const { wandb, trackio, mlflow, ablab } = runs;
    const steps = (run: ReadRun, phase: string) =>
      run.groups.filter((group) => group.phase === phase).map(({ step }) => step);
    expect(steps(wandb, "train")).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    expect(steps(wandb, "eval")).toEqual([6, 12]);
    expect(trackio.groups).toEqual(wandb.groups);
    expect(mlflow.groups).toEqual([]);
    for (const name of OF_COMPLETIONS) {
      expect(wandb.curves[name], name).toHaveLength(12);
      expect(trackio.curves[name], name).toEqual(wandb.curves[name]);
      expect(mlflow.curves[name], name).toBeUndefined();
    }
    const ofTraining = (run: ReadRun) => run.groups.filter(({ phase }) => phase === "train");
    const rounded = (run: ReadRun) =>
      ofTraining(run).map(({ mean, ...group }) => ({ ...group, mean: mean?.toFixed(5) }));
    expect(rounded(ablab)).toEqual(rounded(wandb));
    expect(steps(ablab, "eval")).toEqual([6, 6, 6, 6, 12, 12, 12, 12]);
  });

  test("ends as its client says, and with trackio not at all", () => {
    const ended = TRACKERS.filter((tracker) => runs[tracker].state === "finished");
    expect(ended).toEqual(["wandb", "mlflow", "ablab"]);
  });

  test("of two configurations with three seeds each is a table with a claim", () => {
    expect(table.rows.map(({ config, n, changed }) => [config, n, changed.map(({ name }) => name)])).toEqual([
      ["beta 0", 3, []],
      ["beta 0.2", 3, ["beta"]],
    ]);
    expect(table.verdicts[0]).toMatchObject({ metric: "eval/reward" });
    expect(table.verdicts[0].message).toMatch(/beta 0\.2 is .* beta 0 with 3 seeds/);
    expect(table.rows[1].difference["eval/reward"].low).toBeTypeOf("number");
  });
});
