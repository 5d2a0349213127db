import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { generateProblem } from "../../workers/lab/env/generate.ts";
import { elementName } from "../../workers/lp/model.ts";
import { writeMps } from "../../workers/lp/write-mps.ts";
import { openDb } from "#db/client.ts";
import { copyDatabase } from "#db/copies/copy-database.ts";
import { writeResultsDb } from "#db/foreign/testing.ts";
import { migrate } from "#db/migrate.ts";
import { EXPORT_PREFIX, handleExport } from "../http/export-handler.ts";
import { handleTrpc } from "../http/trpc-handler.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  NO_KEEPER,
  NO_WEBHOOKS,
  pointsEvents,
  populationEvent,
  problemHashes,
  startNext,
  startNextIfAny,
  type World,
} from "../services/testing.ts";
import { heartbeatAttempt } from "../services/attempts/heartbeat.ts";
import { askedAnswers } from "./testing.ts";
import { recordFiles } from "../services/attempts/again/files.ts";
import { commit } from "../services/context.ts";
import { keepRollouts } from "../services/rollouts/keep.ts";
import { rollout } from "../services/rollouts/testing.ts";
import { jsonSchemas, RECIPE_SCHEMA, REGENERATE, SCHEMA_DIR, WIRE_SCHEMA } from "./json-schemas.ts";

const CLI = join(import.meta.dirname, "main.ts");
const home = mkdtempSync(join(tmpdir(), "ablab-schemas-"));
const folder = join(home, "tiny");
let server: Server;

/** Two completions of one prompt: one of two turns, one whose reward is no number. */
const keepCompletions = (world: World, attempt: { id: string; runId: string }) =>
  commit(world.ctx, (scope) => {
    const turns = ["Six times seven.", "It is 42."].map((text) => ({ role: "assistant", text }));
    const second = rollout({ step: 7, place: 1, reward: Number.NaN, says: "x".repeat(9000) });
    keepRollouts(scope, attempt, [rollout({ step: 7, completion: turns }), second], 5);
  });

/** Two configurations with three finished seeds each, one run that failed on a NaN, one that waits. */
function fill(world: World): void {
  const worker = joinWorker(world, { slots: 9 });
  const hashes = problemHashes(60);
  launch(world, { presets: ["baseline", "no_kl"], seeds: [0, 1, 2] }, { title: "Does KL matter?" });
  for (let k = 0; ; k++) {
    const attempt = startNextIfAny(world, worker);
    if (!attempt) break;
    if (k === 0) keepCompletions(world, { id: attempt.attemptId, runId: attempt.runId });
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
  broken.send({ t: "note", at: 6, level: "caution", message: "It will not end well." });
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
function writeBenchmark(dir: string): void {
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

const FAILED_RESULT = {
  model_name: "sft",
  problem_id: "mip_typeD_3862",
  success: 0,
  final_status: "INFEASIBLE",
  steps: 7,
  diagnosed_constraints: '["c7"]',
  ground_truth_iis: '["c1", "c2"]',
};

/** Runs the command line as a person would and returns what it printed. */
function ablab(...args: string[]): Promise<string> {
  const env = { ...process.env, ABLAB_HOME: home };
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", CLI, ...args], { env });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  return new Promise((resolve, reject) =>
    child.on("close", (code) =>
      code === 0 ? resolve(stdout) : reject(new Error(`ablab ${args.join(" ")} exited ${code}: ${stderr}`)),
    ),
  );
}

/** A procedure that fails meanwhile. */
let breaking: string | null = null;

beforeAll(async () => {
  const world = makeWorld();
  // An export reads through a connection of its own, so this world is a file.
  world.ctx.db = openDb(join(home, "ablab.db"));
  migrate(world.ctx.db, { now: 0, backupDir: null });
  fill(world);
  copyDatabase(join(home, "ablab.db"), join(home, "given.db"));
  const doors = {
    createLoginLink: () => "http://127.0.0.1/login?t=x",
    version: "0",
    homeDir: home,
    startedAt: 0,
    webhooks: NO_WEBHOOKS,
    keeper: NO_KEEPER,
  };
  server = createServer((request, response) => {
    if (request.url === "/livez") response.end("{}");
    else if (breaking !== null && request.url?.includes(breaking)) response.writeHead(500).end();
    else if (request.url?.startsWith(EXPORT_PREFIX)) void handleExport(response, world.ctx, request.url);
    else void handleTrpc(request, response, { services: world.ctx, doors });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(home, "server.json"), JSON.stringify({ url, pid: process.pid }));
  mkdirSync(join(home, "tokens"));
  writeFileSync(join(home, "tokens", "operator"), "any\n");
  writeBenchmark(folder);
  writeResultsDb(join(home, "results.db"), [FAILED_RESULT]);
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(home, { recursive: true, force: true });
});

test(`the schemas in docs/json are those of the contracts; if not: ${REGENERATE}`, async () => {
  const written = new Map(
    readdirSync(SCHEMA_DIR).map((name) => [name, readFileSync(join(SCHEMA_DIR, name), "utf8")]),
  );
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(await jsonSchemas()));
});

const ANSWERS = askedAnswers(home);

test("completions are written as lines, with whole texts by turns", async () => {
  const file = join(home, "completions.jsonl");
  expect(await ablab("rollouts", "baseline-s0", "--out", file)).toEqual(
    expect.stringMatching(/^Wrote .*completions.jsonl: 2 completions of 1 of 1 step, [\d.]+ \w+\.\n$/),
  );
  const [first, second] = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({
    step: 7,
    phase: "train",
    place: 0,
    reward: 1,
    prompt: [{ role: "user", text: "What is 6 times 7?" }],
    completion: [
      { role: "assistant", text: "Six times seven." },
      { role: "assistant", text: "It is 42." },
    ],
  });
  expect(second).toMatchObject({ place: 1, reward: "NaN", completion: [{ text: "x".repeat(9000) }] });
});

test("completions that cannot all be read leave the file as it was before", async () => {
  const file = join(home, "kept.jsonl");
  writeFileSync(file, "before\n");
  breaking = "rollouts.text";
  await expect(ablab("rollouts", "baseline-s0", "--out", file)).rejects.toThrow();
  breaking = null;
  expect(readFileSync(file, "utf8")).toBe("before\n");
  expect(readdirSync(home).filter((name) => name.startsWith("kept"))).toEqual(["kept.jsonl"]);
});

test("every schema has an answer that is checked against it", () => {
  expect([...new Set(ANSWERS.map(([name]) => `${name}.schema.json`))].toSorted()).toEqual(
    readdirSync(SCHEMA_DIR)
      .filter((name) => name !== WIRE_SCHEMA && name !== RECIPE_SCHEMA)
      .toSorted(),
  );
});

test.each(ANSWERS)("what %s really prints fits its schema: %j", async (name, args) => {
  const schema = JSON.parse(readFileSync(join(SCHEMA_DIR, `${name}.schema.json`), "utf8"));
  const answer: unknown = JSON.parse(
    await ablab(...args.map((arg) => arg.replace("FOLDER", folder)), "--json"),
  );
  const checked = z.fromJSONSchema(schema).safeParse(answer);
  expect(checked.success ? [] : checked.error.issues).toEqual([]);
});
