import { expect, test } from "vitest";
import type { Params } from "../../../workers/protocol/manifest.ts";
import { CompareRunsInput } from "../../contracts/compare/compare-runs.ts";
import { METRICS_AT_ONCE } from "../../contracts/compare/compare-words.ts";
import { tableOfRows, type LoggedTable } from "../../contracts/external/logged-table.ts";
import { externalWorld, tableOfValues } from "../external/testing.ts";
import { makeWorld, problemHashes } from "../testing.ts";
import { compareRuns } from "./runs.ts";
import { playRuns } from "./testing.ts";

const asked = (ids: string[], more: object = {}) => CompareRunsInput.parse({ ids, ...more });

function twoRuns() {
  const outside = externalWorld();
  const { verbs, open } = outside;
  const a = open({
    key: "a",
    name: "a",
    config: { lr: 0.1, seed: 1, constructor: "x" },
    environment: { os: "Linux", python: "3.11" },
  });
  const b = open({
    key: "b",
    name: "b",
    config: { lr: 0.2, seed: 1 },
    environment: { os: "Linux", python: "3.12" },
  });
  const log = (runId: string, table: LoggedTable, offset = 0) =>
    verbs.log(runId, { writer: "w1", stream: "history", offset, table });
  return { world: outside.world, log, a: a.runId, b: b.runId };
}

test("two runs of a logger stand side by side: what differs, the last values, and their difference", () => {
  const { world, log, a, b } = twoRuns();
  log(a, tableOfValues("loss", [3, 2, 1]));
  log(b, tableOfValues("loss", [3, 2.5]));
  log(b, tableOfRows([{ step: 5, at: 1, values: { alone: Number.NaN } }]), 2);
  const found = compareRuns(world.ctx, asked([a, b]));
  expect(found.measured).toBe(false);
  expect(found.config.lines.map(({ name, values }) => [name, values])).toEqual(
    expect.arrayContaining([
      ["lr", [0.1, 0.2]],
      ["constructor", ["x", null]],
    ]),
  );
  expect(found.environment.lines.map(({ name, values }) => [name, values])).toEqual([
    ["python", ["3.11", "3.12"]],
  ]);
  const loss = found.metrics.find(({ metric }) => metric === "loss");
  expect(loss).toMatchObject({
    values: [
      { value: 1, x: 2 },
      { value: 2.5, x: 1 },
    ],
    differences: [null, 1.5],
  });
  const alone = found.metrics.find(({ metric }) => metric === "alone");
  expect(alone).toMatchObject({ values: [null, { value: null, said: "NaN" }], differences: [null, null] });
  expect([found.total, found.shared]).toEqual([2, 1]);
});

test("what only names a run comes last and is no setting, and a machine that nothing is known of is no other one", () => {
  const { world, open } = externalWorld();
  const [a, b] = [1, 2].map(
    (n) =>
      open({
        key: `r${n}`,
        name: `r${n}`,
        config: { lr: n, seed: n, output_dir: `out/${n}`, optim: "adamw" },
        environment:
          n === 1
            ? { os: "Linux", python: "3.11", startedAt: "1", writerId: "x" }
            : { python: "3.12", startedAt: "2" },
      }).runId,
  );
  const { config, environment } = compareRuns(world.ctx, asked([a, b]));
  expect(config.lines.map(({ name, names = false }) => [name, names])).toEqual([
    ["seed", false],
    ["lr", false],
    ["output_dir", true],
  ]);
  expect([config.differing, config.names]).toEqual([2, 1]);
  expect(environment.lines.map(({ name }) => name)).toEqual(["python"]);
  const all = compareRuns(world.ctx, asked([a, b], { equal: true })).environment;
  expect(all.lines.map(({ name, differs }) => [name, differs])).toEqual([
    ["python", true],
    ["os", false],
  ]);
});

test("what says most of a training comes first, what its machine did last", () => {
  const { world, log, a, b } = twoRuns();
  const values = { "system.cpu": 1, "profiling/step": 1, aaa: 1, zzz: 1, "eval/reward": 1 };
  for (const id of [a, b]) log(id, tableOfRows([{ step: 1, at: 1, values }]));
  log(b, tableOfRows([{ step: 2, at: 2, values: { alone: 1 } }]), 1);
  expect(compareRuns(world.ctx, asked([a, b])).metrics.map(({ metric }) => metric)).toEqual([
    "eval/reward",
    "aaa",
    "zzz",
    "alone",
    "profiling/step",
    "system.cpu",
  ]);
});

test("runs that have sent nothing are compared too, and one that is not here is named", () => {
  const { world, a, b } = twoRuns();
  expect(compareRuns(world.ctx, asked([a, b]))).toMatchObject({ metrics: [], total: 0, shared: 0 });
  const missing = "run_0000000000000000";
  expect(() => compareRuns(world.ctx, asked([a, missing]))).toThrow(missing);
  expect(() => compareRuns(world.ctx, asked([a, a]))).toThrow(expect.objectContaining({ code: "invalid" }));
});

test("metrics come in pages and by search", () => {
  const { world, log, a, b } = twoRuns();
  const values = Object.fromEntries(Array.from({ length: METRICS_AT_ONCE + 7 }, (_, i) => [`m/${i}`, i]));
  for (const id of [a, b]) log(id, tableOfRows([{ step: 1, at: 1, values }]));
  expect(compareRuns(world.ctx, asked([a, b])).metrics).toHaveLength(METRICS_AT_ONCE);
  expect(compareRuns(world.ctx, asked([a, b], { offset: METRICS_AT_ONCE })).metrics).toHaveLength(7);
  expect(
    compareRuns(world.ctx, asked([a, b], { search: "M/56" })).metrics.map(({ metric }) => metric),
  ).toEqual(["m/56"]);
});

test("rewards of two reward functions stand side by side without a difference, and say why", () => {
  const play = { hashes: problemHashes(20), solvedAt: () => 3, rewards: { "reward/shaped": [0.1, 0.2] } };
  const world = makeWorld();
  const factors = [{ name: "reward_noise", levels: [0, 4] }];
  const { runs } = playRuns(world, { factors, seeds: [0] }, () => play);
  const found = compareRuns(world.ctx, asked([...runs.values()]));
  expect(found.measured).toBe(true);
  const reward = found.metrics.find(({ metric }) => metric === "reward/shaped");
  expect(reward?.values.map((one) => one?.value)).toEqual([0.2, 0.2]);
  expect(reward?.differences).toEqual([null, null]);
  expect(reward?.apart[1]).toContain("Not ranked");
});

test("one metric that two clients of a trainer call differently is one line", () => {
  const { world, log, a, b } = twoRuns();
  const row = (values: Record<string, number>) => tableOfRows([{ step: 1, at: 1, values }]);
  log(a, row({ "train/reward": 1, "eval/acc": 0.5, loss: 1, "train/loss": 2 }));
  log(b, row({ reward: 3, eval_acc: 0.25, loss: 4 }));
  const { metrics, otherNames, total } = compareRuns(world.ctx, asked([a, b]));
  const found = new Map(metrics.map((line) => [line.metric, line.values.map((last) => last?.value)]));
  expect(Object.fromEntries(found)).toEqual({
    "train/reward": [1, 3],
    "eval/acc": [0.5, 0.25],
    loss: [1, 4],
    "train/loss": [2, undefined],
  });
  expect(otherNames).toEqual({ "train/reward": ["reward"], "eval/acc": ["eval_acc"] });
  expect(total).toBe(4);
  expect(compareRuns(world.ctx, asked([a, b], { search: "eval_a" })).metrics).toHaveLength(1);
});

test("what two clients write differently is no difference: lists, dicts, numbers as texts and nothing", () => {
  const { world, open } = externalWorld();
  const written: Params[] = [
    { w: "[1,0.5]", "opt.lr": 0.1, betas: 1, none: "null", on: true, path: "a", zero: 0 },
    { w: "[1.0, 0.5]", opt: "{'lr': 0.1}", betas: "1", on: "True", path: "b", zero: false },
  ];
  const ids = written.map((config, i) => open({ key: `r${i}`, config: { seed: 1, ...config } }).runId);
  const { config } = compareRuns(world.ctx, asked(ids));
  expect(config.lines.map(({ name }) => name)).toEqual(["path", "zero"]);
});

test("packages and patches that clients send as files are part of the environment", () => {
  const { world, open, verbs } = externalWorld();
  const ids = [1, 2].map((n) => {
    const { runId } = open({ key: `r${n}`, config: { seed: n } });
    const files = {
      "requirements.txt": `numpy==2.${n}\nTyping_Extensions==4.1\n# a comment\n-e .\n`,
      "diff.patch": `-a\n+${n}\n`,
      "code/diff.patch": `${n}`,
    };
    for (const [path, text] of Object.entries(files))
      void verbs.keepFile(runId, { path, type: null, bytes: Buffer.from(text) });
    return runId;
  });
  const { lines } = compareRuns(world.ctx, asked(ids)).environment;
  expect(lines.map(({ name }) => name)).toEqual(["Not committed", "package numpy"]);
  expect(lines[1].values).toEqual(["2.1", "2.2"]);
  const all = compareRuns(world.ctx, asked(ids, { equal: true })).environment.lines;
  expect(all.find(({ name }) => name === "package typing-extensions")?.values).toEqual(["4.1", "4.1"]);
});

test("a last value that shares its step with others says with how many", () => {
  const { world, log, a, b } = twoRuns();
  log(a, tableOfRows([1, 2, 3].map((loss) => ({ step: 4, at: 1, values: { loss } }))));
  log(b, tableOfValues("loss", [3, 2.5]));
  const [{ values }] = compareRuns(world.ctx, asked([a, b])).metrics;
  expect(values).toEqual([
    { value: 3, said: null, x: 4, shared: { n: 3, axis: "step" } },
    { value: 2.5, said: null, x: 1 },
  ]);
});
