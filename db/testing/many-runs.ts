import { createHash } from "node:crypto";
import type { RunState } from "../../server/contracts/run-lifecycle.ts";
import type { ExitReason, ExitRecord } from "../../workers/protocol/exit.ts";
import type { Params, RewardConfig } from "../../workers/protocol/manifest.ts";
import type { METRICS } from "../../workers/protocol/metrics/metrics.ts";
import type { Db } from "../client.ts";
import { inTransaction } from "../connection.ts";
import { insertManySeries } from "./many-series.ts";

export interface ManyRuns {
  runs: number;
  /** Metrics that there are; not every run has every one. */
  metrics: number;
  seed: number;
  /** Seeds of each configuration; 3 where it is left out. */
  seeds?: number;
}

export interface ManyRunsWorld {
  runIds: string[];
  metrics: string[];
}

const USUAL_SEEDS = 3;
const CONFIGS = 5;
const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const PROJECT = "prj_0000000000000000";
const RECIPES = ["grpo", "grpo", "dgro", "sft"];
const WORKERS = ["box-01", "box-02", "gpu-rack 3"];
const LEARNING_RATES = [0.001, 0.003, 0.01];
/** Launches whose parameters have a name that no statement may choke on. */
const ODD_PARAM = `note "a.b" 😀`;
/** Built-in metrics of made-up runs: a list of its own, so that they do not become others with each new metric. */
const KNOWN_METRICS = [
  "reward/raw",
  "reward/shaped",
  "reward/prm",
  "group/std",
  "group/std_p10",
  "group/std_p50",
  "group/std_p90",
  "group/zero_share",
  "group/all_solved_share",
  "group/all_failed_share",
  "group/zero_share_raw",
  "group/all_solved_share_raw",
  "policy/kl",
  "policy/entropy",
  "policy/clip_share",
  "optim/grad_norm",
  "dgro/beta_reward",
  "dgro/baseline",
  "dgro/noise_branch",
  "eval/rr",
  "eval/rr_at_5",
  "eval/da",
  "eval/op",
  "eval/clean",
  "eval/steps",
  "progress/episodes",
  "progress/updates",
  "perf/episodes_per_s",
  "perf/cpu_s",
  "sft/loss",
  "prm/labels",
  "prm/label_mean",
  "prm/loss",
  "prm/held_out_mse",
] satisfies (keyof typeof METRICS)[];
/** Metrics of other tools: quotes, dots, colons and no ASCII. */
const ODD_METRICS = [`loss "quoted"`, "val.loss:top-1", "точность 😀", "a'; drop table runs; --"];

const digest = (...parts: (string | number)[]) => createHash("sha256").update(parts.join("\n")).digest("hex");
const id = (prefix: string, ...parts: (string | number)[]) =>
  `${prefix}_${digest(prefix, ...parts).slice(0, 16)}`;

/** A number from 0 to 1 that is the same for the same parts on every machine. */
const fraction = (...parts: (string | number)[]) =>
  Number.parseInt(digest(...parts).slice(0, 8), 16) / 2 ** 32;

function reward(config: number): RewardConfig {
  const shaped = config === 3 ? 2 : config === 4 ? 3 : 1;
  return {
    formula: `${shaped === 1 ? "" : `${shaped} `}solved - steps`,
    components: { solved: 100 * shaped },
    shaping: { positive_factor: 1 },
    min: -50,
    max: 100 * shaped,
    noiseFloor: 0,
  };
}

const ENDS: [below: number, state: RunState, reason: ExitReason, code: number | null][] = [
  [0.9, "finished", "ok", 0],
  [0.95, "failed", "out_of_memory", 1],
  [0.98, "killed", "stopped", 0],
  [1, "crashed", "host_lost", null],
];

function metricNames(n: number): string[] {
  const known = [...KNOWN_METRICS, ...ODD_METRICS];
  const others = Array.from(
    { length: Math.max(0, n - known.length) },
    (_, i) => `layer_${String(i).padStart(3, "0")}/grad`,
  );
  return [...known, ...others].slice(0, n);
}

function insertAround(db: Db, experiments: number, seeds: number): void {
  const client = db.$client;
  client
    .prepare(
      "insert or ignore into projects (id, name, slug, created_at) values (?, 'lp-debug', 'lp-debug', ?)",
    )
    .run(PROJECT, NOW);
  const worker = client.prepare(
    `insert into workers (id, identity, name, host, boot_id, pid, version, slots, recipes, token_hash, registered_at, last_seen_at)
     values (?, ?, ?, 'host', 'boot', 1, '0.1.0', 4, '[]', ?, ?, ?)`,
  );
  for (const name of WORKERS)
    worker.run(id("wkr", name), digest(name).slice(0, 32), name, digest("token", name), NOW, NOW);
  const experiment = client.prepare(
    "insert into experiments (id, project_id, title, baseline_cell, plan, created_at) values (?, ?, ?, ?, ?, ?)",
  );
  const sweep = client.prepare(
    `insert into sweeps (id, experiment_id, launch_key, recipe, recipe_version, matrix, planned, created_by, created_at)
     values (?, ?, ?, ?, '1', '[]', ?, 'tester', ?)`,
  );
  for (let e = 0; e < experiments; e += 1) {
    const recipe = RECIPES[e % RECIPES.length];
    const plan = {
      recipe,
      primary: ["eval/rr_at_5"],
      seeds: Array.from({ length: seeds }, (_, i) => i),
      comparisons: CONFIGS - 1,
      savedAt: NOW,
    };
    const at = NOW - (experiments - e) * 15 * MINUTE;
    experiment.run(id("exp", e), PROJECT, `Question ${e}`, digest("cell", e, 0), JSON.stringify(plan), at);
    sweep.run(id("swp", e), id("exp", e), id("key", e), recipe, CONFIGS * seeds, at);
  }
}

/** What run `i` is: five configurations of some seeds per experiment; two of them have reward functions of their own. */
function runOf(i: number, seed: number, seeds: number) {
  const e = Math.floor(i / (CONFIGS * seeds));
  const config = Math.floor(i / seeds) % CONFIGS;
  const recipe = RECIPES[e % RECIPES.length];
  const params: Params = {
    learning_rate: LEARNING_RATES[(e + config) % LEARNING_RATES.length],
    group_size: 4 + 4 * (config % 2),
    clip: config !== 1,
    optimizer: config === 2 ? "sgd" : "adam",
  };
  if (i % 24 === 0) params[ODD_PARAM] = i % 48 === 0 ? "yes" : 3;
  const draw = fraction("end", seed, i);
  const end = ENDS.find(([below]) => draw < below) ?? ENDS[0];
  const queuedAt = NOW - (100_000 - i) * MINUTE;
  return { e, config, recipe, params, end, queuedAt, minutes: 1 + fraction("time", seed, i) * 90 };
}

function exitOf([, , reason, code]: (typeof ENDS)[number], endedAt: number): ExitRecord {
  const detail = reason === "out_of_memory" ? "CUDA out of memory at step 61" : "";
  return {
    code,
    signal: null,
    askedBy: reason === "stopped" ? "local" : null,
    reason,
    endedAt,
    escalation: [],
    detail,
    leftovers: 0,
  };
}

/**
 * A world of ended runs with a summary for every series, the same for the same numbers: some runs lack metrics, some last
 * values are NaN or infinite, some runs failed. For tests and measurements of tables; 10,000 runs x 200 metrics take about
 * ten seconds and 600 MB.
 */
export function makeManyRuns(db: Db, { runs, metrics, seed, seeds = USUAL_SEEDS }: ManyRuns): ManyRunsWorld {
  const names = metricNames(metrics);
  const runIds: string[] = [];
  inTransaction(db, () => {
    insertAround(db, Math.ceil(runs / (CONFIGS * seeds)), seeds);
    const run = db.$client.prepare(
      `insert into runs (id, project_id, experiment_id, sweep_id, name, label, recipe, recipe_version, params, seed, cell,
         reward_config, reward_hash, planned_steps, planned_episodes, state, state_at, queued_at, started_at, ended_at)
       values (@id, @project, @experiment, @sweep, @name, @label, @recipe, '1', @params, @seed, @cell,
         @rewardConfig, @rewardHash, 40, 10240, @state, @endedAt, @queuedAt, @startedAt, @endedAt)`,
    );
    const attempt = db.$client.prepare(
      `insert into attempts (id, run_id, n, worker_id, fence, token_hash, state, claimed_at, started_at, ended_at, last_seen_at, exit, last_seq)
       values (@id, @run, 1, @worker, 1, @token, @state, @queuedAt, @startedAt, @endedAt, @endedAt, @exit, 1)`,
    );
    for (let i = 0; i < runs; i += 1) {
      const { e, config, recipe, params, end, queuedAt, minutes } = runOf(i, seed, seeds);
      const [runId, attemptId] = [id("run", seed, i), id("att", seed, i)];
      const label = ["baseline", "no_kl", "asym_clip", "shaped_2", "shaped_3"][config];
      const rewardConfig = JSON.stringify(reward(config));
      const startedAt = queuedAt + MINUTE;
      const endedAt = Math.round(startedAt + minutes * MINUTE);
      run.run({
        id: runId,
        project: PROJECT,
        experiment: id("exp", e),
        sweep: id("swp", e),
        name: `${label}-s${i % seeds}`,
        label,
        recipe,
        params: JSON.stringify(params),
        seed: i % seeds,
        cell: digest("cell", e, config),
        rewardConfig,
        rewardHash: digest("reward", rewardConfig),
        state: end[1],
        queuedAt,
        startedAt,
        endedAt,
      });
      attempt.run({
        id: attemptId,
        run: runId,
        worker: id("wkr", WORKERS[i % WORKERS.length]),
        token: digest("token", attemptId),
        state: end[1],
        queuedAt,
        startedAt,
        endedAt,
        exit: JSON.stringify(exitOf(end, endedAt)),
      });
      runIds.push(runId);
    }
  });
  insertManySeries(
    db,
    runIds.map((_, i) => id("att", seed, i)),
    names,
    seed,
  );
  return { runIds, metrics: names };
}
