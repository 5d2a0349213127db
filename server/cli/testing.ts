import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateProblem } from "../../workers/lab/env/generate.ts";
import { elementName } from "../../workers/lp/model.ts";
import { writeMps } from "../../workers/lp/write-mps.ts";
import { recordFiles } from "../services/attempts/again/files.ts";
import { heartbeatAttempt } from "../services/attempts/heartbeat.ts";
import { commit } from "../services/context.ts";
import { keepRollouts } from "../services/rollouts/keep.ts";
import { rollout } from "../services/rollouts/testing.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  NO_KEEPER,
  NO_WEBHOOKS,
  pointsEvents,
  populationEvent,
  problemHashes,
  startNext,
  startNextIfAny,
  type World,
} from "../services/testing.ts";

/** What a server hands to its procedures, where it keeps nothing running and sends nothing. */
export const idleDoors = (homeDir: string) => ({
  createLoginLink: () => "http://127.0.0.1/login?t=x",
  version: "0",
  homeDir,
  startedAt: 0,
  webhooks: NO_WEBHOOKS,
  keeper: NO_KEEPER,
});

/** Verbs whose answers are held against their schemas, in an order in which each finds what it needs; files go into `home`. */
export const askedAnswers = (home: string): [string, string[]][] => [
  ["runs", ["runs"]],
  ["run", ["run", "baseline-s0"]],
  ["run", ["run", "baseline-s7-2"]],
  ["run", ["run", "baseline-s8-4"]],
  ["evaluation", ["evaluation", "baseline-s0"]],
  ["failures", ["failures", join(home, "results.db")]],
  ["import", ["import", join(home, "results.db"), "--preview"]],
  ["import", ["import", "list"]],
  ["import", ["import", "reference"]],
  ["reproduce", ["reproduce", "Settings of the ablation", "no_kl", "--experiment", "Does KL matter?"]],
  ["rollouts", ["rollouts", "baseline-s0"]],
  ["rollouts", ["rollouts", "baseline-s0", "--step", "7"]],
  ["rollouts", ["rollouts", "baseline-s0", "--out", join(home, "written.jsonl")]],
  ["audit", ["audit", "draw", "no_kl-s0", "--step", "9"]],
  ["audit", ["audit", "show", "no_kl-s0"]],
  ["coverage", ["coverage", "no_kl-s0"]],
  ["series", ["series", "no_kl-s1", "reward/raw", "--buckets", "4"]],
  ["series", ["series", "baseline-s7-2", "reward/raw"]],
  ["table", ["table", "Does KL matter?"]],
  ["compare", ["compare", "baseline-s0", "no_kl-s0"]],
  ["compare", ["compare", "baseline-s0", "no_kl-s0", "no_kl-s1", "--k", "3", "--common"]],
  ["importance", ["importance", "Does KL matter?"]],
  ["experiments", ["experiments"]],
  ["power", ["power", "grpo", "--difference", "0.05"]],
  ["benchmark", ["benchmark", "add", "FOLDER"]],
  ["benchmark", ["benchmark", "add", "FOLDER"]],
  ["benchmark", ["benchmark", "list"]],
  ["benchmark", ["benchmark", "difficulty", "tiny"]],
  ["launch", ["launch", "grpo", "--preset", "baseline", "--seeds", "9-10"]],
  ["add", ["add", "Does KL matter?"]],
  ["add", ["add", "Does KL matter?", "--seeds", "4"]],
  ["views", ["views", "save", "Losses", "https://bench.example/runs?group=p:lr"]],
  ["views", ["views", "default", "Losses"]],
  ["views", ["views"]],
  ["queue", ["queue"]],
  ["queue", ["queue", "move", "baseline-s8-4", "--first"]],
  ["queue", ["queue", "now", "baseline-s8-4"]],
  ["queue", ["queue", "pause"]],
  ["queue", ["queue", "resume"]],
  ["pipeline", ["pipeline", "--smoke", "--seeds", "0"]],
  ["resume", ["resume", "baseline-s7-2"]],
  ["mark-lost", ["mark-lost", "baseline-s6-3", "--yes"]],
  ["stop", ["stop", "baseline-s7-2"]],
  ["retry", ["retry", "baseline-s7-2", "--from-start"]],
  ["stop", ["stop", "baseline-s7-2"]],
  ["stop", ["stop", "baseline-s8-4"]],
  ["stop", ["stop", "--experiment", "latest"]],
  ["edit", ["edit", "run", "baseline-s8-4", "--tag", "paper", "--archive"]],
  ["delete", ["delete", "baseline-s7-2", "--yes"]],
  ["delete", ["delete", "baseline-s0", "no_kl-s1", "--dry-run"]],
  ["delete", ["delete", "experiment", "It breaks", "--dry-run"]],
  ["delete", ["delete", "experiment", "It breaks"]],
  ["report", ["report", "write", "Does KL matter?"]],
  ["report", ["report", "publish", "latest"]],
  ["report", ["report", "share", "latest", "--expires", "7d"]],
  ["report", ["report", "export", "latest", "--md", join(home, "report.md")]],
  ["report", ["report", "list"]],
  ["export", ["export", "baseline-s0", "--out", join(home, "run.parquet")]],
  ["export", ["export", "baseline-s0", "no_kl-s1", "--out", join(home, "runs.parquet")]],
  ["export", ["export", "--experiment", "Does KL matter?", "--out", join(home, "experiment.parquet")]],
  ["export", ["export", "--project", "lp-debug", "--out", join(home, "project.parquet")]],
  ["project", ["project", "new", "Side"]],
  ["project", ["project", "set", "side", "--seed-key", "rng"]],
  ["project", ["project", "move", "run", "baseline-s0", "--to", "side"]],
  ["project", ["project"]],
  ["project", ["project", "use"]],
  ["recipe", ["recipe", "list"]],
  ["worker", ["worker", "list"]],
  ["worker", ["worker", "drain", "box"]],
  ["worker", ["worker", "undrain", "box"]],
  ["retention", ["retention", "--preview"]],
  ["alerts", ["alerts", "rule", "policy/kl", "above", "5", "--for", "20 steps", "--experiment", "It breaks"]],
  ["alerts", ["alerts", "rules"]],
  ["alerts", ["alerts", "mute", "rule", "ended", "--for", "1d"]],
  ["alerts", ["alerts", "mutes"]],
  ["alerts", ["alerts", "unmute", "1"]],
  ["alerts", ["alerts", "--unread"]],
  ["alerts", ["alerts", "read", "--all"]],
  ["alerts", ["alerts", "delete", "policy/kl above 5 for 20 steps"]],
  ["webhook", ["webhook", "new", "lab", "https://hooks.example/services/T0/B0/secret", "--form", "slack"]],
  ["webhook", ["webhook", "list"]],
  ["webhook", ["webhook", "rotate", "lab"]],
  ["webhook", ["webhook", "off", "lab"]],
  ["webhook", ["webhook", "delete", "lab"]],
  ["session", ["session"]],
  ["session", ["session", "end", "all"]],
  ["report", ["report", "links"]],
  ["report", ["report", "delete", "latest"]],
  ["report", ["report", "deleted"]],
  ["report", ["report", "bring-back", "latest"]],
  ["token", ["token", "renew", "operator"]],
  ["token", ["token", "new", "node"]],
  ["token", ["token", "list"]],
  ["token", ["token", "revoke", "node"]],
  ["login-link", ["login-link"]],
  ["doctor", ["doctor"]],
  ["backup", ["backup", join(home, "copies")]],
  ["check", ["check"]],
  ["check", ["check", "--full"]],
  // Last: it takes the database away from the server of these tests, which holds no lock.
  ["restore", ["restore", join(home, "given.db")]],
];

/** Two completions of one prompt: one of two turns, one whose reward is no number. */
const keepCompletions = (world: World, attempt: { id: string; runId: string }) =>
  commit(world.ctx, (scope) => {
    const turns = ["Six times seven.", "It is 42."].map((text) => ({ role: "assistant", text }));
    const second = rollout({ step: 7, place: 1, reward: Number.NaN, says: "x".repeat(9000) });
    keepRollouts(scope, attempt, [rollout({ step: 7, completion: turns }), second], 5);
  });

/** Four completions of the same problem at two evaluations, two of which the verifier accepts. */
const keepEvaluated = (world: World, attempt: { id: string; runId: string }) =>
  commit(world.ctx, (scope) => {
    const made = [0, 9].flatMap((step) =>
      [0, 1, 2, 3].map((place) => rollout({ phase: "eval", step, place, reward: place % 2 })),
    );
    keepRollouts(scope, attempt, made, 5);
  });

/** Two configurations with three finished seeds each, one run that failed on a NaN, one that waits. */
export function fillForVerbs(world: World): void {
  const worker = joinWorker(world, { slots: 9 });
  const hashes = problemHashes(60);
  launch(world, { presets: ["baseline", "no_kl"], seeds: [0, 1, 2] }, { title: "Does KL matter?" });
  for (let k = 0; ; k++) {
    const attempt = startNextIfAny(world, worker);
    if (!attempt) break;
    if (k === 0) keepCompletions(world, { id: attempt.attemptId, runId: attempt.runId });
    if (k === 1) keepEvaluated(world, { id: attempt.attemptId, runId: attempt.runId });
    attempt.send(populationEvent(hashes), evaluationEvent(hashes, 20 + 3 * k));
    attempt.send(...pointsEvents({ "reward/raw": 0.3 + 0.01 * k, "group/zero_share": 0.9 }, 12));
    attempt.finish();
  }
  launch(world, { seeds: [7] }, { title: "It breaks" });
  const broken = startNext(world, worker);
  broken.send({
    t: "points",
    step: 1,
    at: 5,
    values: { "optim/grad_norm": "NaN", "reward/raw": "-Infinity" },
  });
  broken.send({ t: "note", at: 6, level: "warning", message: "It will not end well." });
  const checkpoint = {
    path: "checkpoint-1",
    kind: "checkpoint" as const,
    bytes: 9,
    files: 1,
    step: 1,
    at: 5,
  };
  recordFiles(broken.ctx, broken.attemptId, { fence: 1, files: [checkpoint], more: 0 });
  broken.finish({ code: 1, reason: "error", detail: "a gradient was not finite" });
  launch(world, { seeds: [6] }, { title: "It is silent" });
  const silent = startNext(world, worker);
  heartbeatAttempt(silent.ctx, silent.attemptId, {
    fence: 1,
    sentAt: 7,
    alive: false,
    rssMiB: null,
    cpuSeconds: null,
    place: {
      job: "7",
      native: "NODE_FAIL",
      why: "Slurm has lost its node n2",
      stuck: false,
      expectedStart: null,
      node: "n2",
      lost: true,
    },
  });
  launch(world, { seeds: [8] }, { title: "It waits" });
}

/** A benchmark folder: two problems that can be read, one that cannot. */
export function writeBenchmark(dir: string): void {
  const problems = [0, 1].map((index) => generateProblem(5, index, "easy"));
  const entries = problems.map(({ key, model, faults, originalObjective }) => ({
    problem_id: key,
    model_file: `models/${key}.mps`,
    error_type: "A",
    target_name: elementName(model, [...faults[0]][0]),
    original_objective: originalObjective,
  }));
  mkdirSync(join(dir, "models"), { recursive: true });
  for (const { key, model } of problems) writeFileSync(join(dir, "models", `${key}.mps`), writeMps(model));
  writeFileSync(join(dir, "models", "torn.mps"), "NAME torn\nROWS\n");
  const torn = { problem_id: "torn", model_file: "models/torn.mps", error_type: "A" };
  writeFileSync(
    join(dir, "dataset.json"),
    JSON.stringify({ dataset_name: "tiny", problems: [...entries, torn] }),
  );
}

/** A row of the results of others. */
export const FAILED_RESULT = {
  model_name: "sft",
  problem_id: "mip_typeD_3862",
  success: 0,
  final_status: "INFEASIBLE",
  steps: 7,
  diagnosed_constraints: '["c7"]',
  ground_truth_iis: '["c1", "c2"]',
};
