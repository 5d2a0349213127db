import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectExternalRunsOfPlace, selectPlace } from "#db/queries/external.ts";
import { CompareRunsInput, type RunsComparison } from "#server/contracts/compare/compare-runs.ts";
import type { AblationTable } from "#server/contracts/experiment.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { compareRuns } from "#server/services/compare/runs.ts";
import { ablationTable } from "#server/services/experiments/table.ts";
import { mediaOverview } from "#server/services/media/at.ts";
import { getRun } from "#server/services/runs/get.ts";
import { pythonWith } from "#server/adapters/testing.python.ts";
import { startServer } from "../chaos/server-process.ts";
import { TRACKERS } from "./clients.ts";
import { prepareForClients, withHome } from "./prepare.ts";

const WANDB = pythonWith("surface-wandb-0.31.0", ["wandb==0.31.0", "numpy", "pandas", "pillow"]);
const MLFLOW = pythonWith("trackers", TRACKERS);
const PROGRAM = join(import.meta.dirname, "requeued_grpo.py");
const PLACE = "requeued";

const scratch = mkdtempSync(join(tmpdir(), "ablab-requeued-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

/** What one process of the story said, and how it ended. */
function play(python: string | null, args: string[], env: Record<string, string>) {
  const { PATH = "", TMPDIR = "/tmp" } = process.env;
  const child = spawn(python ?? "", args, {
    env: { NODE_ENV: "test", PATH, TMPDIR, HOME: scratch, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += String(part)));
  return new Promise<{ code: number | null; signal: string | null; output: string }>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal, output })),
  );
}

const KILLED = { code: null, signal: "SIGKILL" };
const ENDED = { code: 0, signal: null };

describe.skipIf(WANDB === null || MLFLOW === null)("a training that was killed and requeued twice", () => {
  let run: RunDetail;
  let table: AblationTable;
  let compared: RunsComparison;
  let stored: Record<string, number>;
  let media: Record<string, number>;
  let runs: number;

  beforeAll(async () => {
    const home = join(scratch, "home");
    const folder = join(scratch, "client");
    mkdirSync(folder);
    const { token, projectId } = prepareForClients(home);
    const server = startServer(home, join(scratch, "compiled"));
    const url = `http://127.0.0.1:${await server.open()}`;
    const own = Object.fromEntries(
      ["DIR", "CACHE_DIR", "CONFIG_DIR", "DATA_DIR"].map((at) => [`WANDB_${at}`, folder]),
    );
    const env = {
      ...own,
      PLACE,
      WANDB_BASE_URL: url,
      WANDB_API_KEY: token,
      WANDB_SILENT: "true",
      WANDB_X_FILE_STREAM_TRANSMIT_INTERVAL: "1",
      SENT_AFTER: "5",
      MLFLOW_TRACKING_URI: url,
      MLFLOW_TRACKING_TOKEN: token,
      MLFLOW_DISABLE_TELEMETRY: "true",
      GIT_PYTHON_REFRESH: "quiet",
    };
    expect(await play(WANDB, [PROGRAM, "train", "0", "30", "KILL"], env)).toMatchObject(KILLED);
    const requeued = play(WANDB, [PROGRAM, "train", "20", "45", "KILL"], { ...env, SENT_AFTER: "15" });
    await new Promise((resolve) => setTimeout(resolve, 5000));
    expect(await play(WANDB, [PROGRAM, "evaluate"], env)).toMatchObject(ENDED);
    expect(await requeued).toMatchObject(KILLED);
    const offline = await play(WANDB, [PROGRAM, "train", "40", "60", "END"], {
      ...env,
      WANDB_MODE: "offline",
    });
    const left = /^FOLDER (.*)$/m.exec(offline.output)?.[1] ?? "";
    expect(await play(WANDB, ["-m", "wandb", "sync", left], env), offline.output).toMatchObject(ENDED);
    expect(await play(MLFLOW, [PROGRAM, "twin"], env)).toMatchObject(ENDED);
    expect(await server.close()).toBe(0);
    withHome(home, (ctx) => {
      const place = selectPlace(ctx.db, projectId, PLACE);
      const all = (place ? selectExternalRunsOfPlace(ctx.db, place.id) : []).map((one) => one.run);
      runs = all.length;
      const [main, twin] = ["grpo s3", "the twin"].map((name) => all.find((one) => one.name === name));
      run = getRun(ctx, main?.id ?? "");
      const series = pointStore(ctx.db).series(
        run.attempts.map(({ id }) => id),
        null,
      );
      stored = {};
      for (const { metric, n } of series) stored[metric] = (stored[metric] ?? 0) + n;
      media = Object.fromEntries(
        mediaOverview(ctx, run.row.id).keys.map(({ kind, key, n }) => [`${kind} ${key}`, n]),
      );
      table = ablationTable(ctx, run.row.experimentId);
      compared = compareRuns(ctx, CompareRunsInput.parse({ ids: [main?.id, twin?.id] }));
    });
  });

  test("is one run of three attempts beside its twin, with every value and what was done twice", () => {
    expect(runs).toBe(2);
    expect(run.attempts.map(({ state, lastStep }) => [state, lastStep])).toEqual([
      ["failed", 29],
      ["failed", 44],
      ["finished", 59],
    ]);
    expect(run.continuing.workLost?.steps).toBe(10 + 5);
    expect([stored["train/reward"], stored["train/grad_norm"], stored["eval/acc"]]).toEqual([75, 75, 3]);
    expect(Object.keys(stored).some((metric) => metric.startsWith("system"))).toBe(true);
    expect(stored["group/std"]).toBe(7);
    expect(media).toMatchObject({ "histogram rewards": 7, "image samples/attention": 7 });
  });

  test("has its tags, notes, group and job type, and times of its own", () => {
    const told = { group: "g", jobType: "train", tags: ["paper", "grpo"], notes: "why" };
    expect(run.external).toMatchObject(told);
    const times = run.attempts.flatMap(({ startedAt, endedAt }) => [startedAt ?? NaN, endedAt ?? NaN]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test("has its last evaluation that later work builds upon in the table, and is one configuration with its twin", () => {
    expect(table.columns.map(({ metric }) => metric)).toEqual(
      expect.arrayContaining(["eval/acc", "train/reward"]),
    );
    expect(table.rows).toHaveLength(1);
  });

  test("stands beside its twin with the same settings and the same last values, line by line", () => {
    expect(compared.config.lines.filter(({ differs, names }) => differs && !names)).toEqual([]);
    const shared = compared.metrics.filter(({ values }) => values.every((last) => last !== null));
    expect(shared.length).toBeGreaterThanOrEqual(13);
    for (const { metric, values } of shared) expect(values[0]?.value, metric).toBe(values[1]?.value);
    expect(compared.otherNames).toMatchObject({ "train/reward": ["reward"], "eval/acc": ["eval_acc"] });
  });
});
