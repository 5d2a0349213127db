import { describe, expect, test } from "vitest";
import { fixture, folderOf, readFolder } from "./testing.ts";

const lines = (...rows: unknown[]) =>
  rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n") + "\n";

describe("trainer_state.json", () => {
  const entry = (step: number, more = {}) => ({
    step,
    epoch: step / 10,
    loss: 1 / step,
    reward: null,
    ...more,
  });
  const state = (...steps: number[]) => {
    const log_history = steps.map((step) => entry(step));
    const held = { global_step: steps.at(-1), max_steps: 20, total_flos: 5, log_history };
    return JSON.stringify(held);
  };

  test("of the furthest checkpoint holds the whole history, with NaN as Python writes it", async () => {
    const odd = state(5, 10).replace('"loss":0.1', '"loss":NaN,"grad_norm":Infinity');
    const told = await readFolder({
      "checkpoint-5/trainer_state.json": state(5),
      "checkpoint-10/trainer_state.json": odd,
    });
    const rows = told.flatMap(({ history }) => history);
    expect(rows).toEqual([
      { step: 5, at: null, values: { epoch: 0.5, loss: 0.2 } },
      { step: 10, at: null, values: { epoch: 1, loss: Number.NaN, grad_norm: Infinity } },
    ]);
    expect(told[0].writer).toBe("trainer_state.json");
    expect(told[0].facts).toEqual({ config: { max_steps: 20 }, summary: { total_flos: 5 } });
  });

  test("that grows tells its rows from the first on, so that those that are stored are known by their numbers", async () => {
    const { read, files } = folderOf(
      new Map([["checkpoint-5/trainer_state.json", Buffer.from(state(1, 5))]]),
    );
    await read();
    files.set("checkpoint-10/trainer_state.json", Buffer.from(state(1, 5, 10)));
    const [told] = await read();
    expect([told.writer, told.first.history, told.history.length]).toEqual(["trainer_state.json", 0, 3]);
  });

  test("of a training that went on from an earlier checkpoint is another writer from where they part", async () => {
    const { read, files } = folderOf(
      new Map([["checkpoint-10/trainer_state.json", Buffer.from(state(1, 5, 10))]]),
    );
    await read();
    files.set("checkpoint-7/trainer_state.json", Buffer.from(state(1, 5, 7)));
    const [told] = await read();
    expect([told.writer, told.first.history]).toEqual(["trainer_state.json 2", 0]);
    expect(told.history.map(({ step }) => step)).toEqual([7]);
    files.set("checkpoint-9/trainer_state.json", Buffer.from(state(1, 5, 7, 9)));
    expect((await read())[0].history.map(({ step }) => step)).toEqual([7, 9]);
  });

  test("beside event files gives its configuration only, and says so", async () => {
    const told = await readFolder({
      "runs/a/events.out.tfevents.1.h": fixture("scalars.tfevents"),
      "checkpoint-5/trainer_state.json": state(5),
    });
    expect(told.flatMap(({ history }) => history.map(({ values }) => Object.keys(values)[0]))).not.toContain(
      "loss",
    );
    const found = told.find(({ writer }) => writer === "trainer_state.json")!;
    expect([found.facts.config, found.notes.size]).toEqual([{ max_steps: 20 }, 1]);
  });
});

test("a parquet file of completions is groups with their rewards by function", async () => {
  const [told] = await readFolder({
    "completions/completions_00003.parquet": fixture("completions_00003.parquet"),
  });
  expect(told.rollouts.map(({ step, place, rewards, reward }) => [step, place, rewards, reward])).toEqual([
    [3, 0, { correct: 1, format: 0.5 }, null],
    [3, 1, { correct: 0, format: 0.5 }, null],
    [3, 0, { correct: 1, format: 0.5 }, null],
    [3, 1, { correct: null, format: 0.25 }, null],
  ]);
  expect(told.rollouts[1]).toMatchObject({
    prompt: [{ role: "user", text: "20+5?" }],
    completion: [{ role: "assistant", text: "24 \u202e ü" }],
    advantage: -0.8,
    extra: { gold: "25" },
  });
});

test("a file that is written at once is read when it has rested, and again when it changed", async () => {
  const { folder, files } = folderOf(
    new Map([["completions/completions_00003.parquet", Buffer.from("PAR1")]]),
  );
  const path = "completions/completions_00003.parquet";
  const at = (bytes: number, changedAt: number) => folder.wanted([{ path, bytes, changedAt }]).length;
  expect([at(4, 1), at(9, 2), at(9, 2), at(9, 2), at(9, 3), at(9, 3)]).toEqual([0, 0, 1, 0, 0, 1]);
  await expect(folder.take({ path, from: 0, to: 4 }, files.get(path)!)).rejects.toThrow(/./);
});

describe("metrics.jsonl", () => {
  test("of Tinker and prime-rl is a row a line, with its step and its time", async () => {
    const [told] = await readFolder({
      "metrics.jsonl": lines(
        { step: 0, "progress/batch": 0, "env/all/reward/total": 0.5, nested: { kl: "NaN" }, note: "hi" },
        { step: 1, time: 1763712485.5, "optim/lr": 1e-5, bad: null },
        '{"progress/batch": 2, "entropy": NaN}',
        "not json",
        { step: 3, "env/all/reward/total": 1 },
      ),
    });
    expect(told.history).toEqual([
      {
        step: 0,
        at: null,
        values: { "progress/batch": 0, "env/all/reward/total": 0.5, "nested.kl": Number.NaN },
      },
      { step: 1, at: 1763712485500, values: { "optim/lr": 1e-5 } },
      { step: 2, at: null, values: { entropy: Number.NaN } },
      { step: 3, at: null, values: { "env/all/reward/total": 1 } },
    ]);
    expect(told.facts.summary).toEqual({ note: "hi" });
    expect([...told.notes.values()]).toEqual(["Line 4 of metrics.jsonl cannot be read; it is left out."]);
  });

  test("is read while it grows, however its lines are cut", async () => {
    const whole = lines({ step: 0, a: 1 }, { step: 1, a: 2 }, { step: 2, a: 3 });
    const { read, files } = folderOf(new Map());
    const rows = [];
    for (let end = 1; end <= whole.length; end += 3) {
      files.set("logs/metrics.jsonl", Buffer.from(whole.slice(0, end)));
      rows.push(...(await read()).map(({ first, history }) => [first.history, history.length]));
    }
    files.set("logs/metrics.jsonl", Buffer.from(whole));
    rows.push(...(await read()).map(({ first, history }) => [first.history, history.length]));
    expect(rows.filter(([, count]) => count > 0)).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
  });

  test("of miles has its metrics inside, and its machines are system metrics", async () => {
    const told = await readFolder({
      "dashboard/metrics.jsonl": lines({
        ts: 1763712485.5,
        step_key: "rollout/step",
        step: 4,
        metrics: { "rollout/raw_reward": 0.5, "rollout/step": 4 },
      }),
      "dashboard/gpu_util/20261121_08.jsonl": lines({
        ts: 1763712485,
        node: "n1",
        gpu: 3,
        util: 90,
        mem_mb: 1000,
        power_w: 300,
      }),
      "dashboard/data_buffer.jsonl": lines({ ts: 1763712485, length: 7 }),
      "dashboard/phases/20261121_08.jsonl": lines(
        { name: "train", t0: 1763712480, t1: -1, node: "n1", gpus: [0], rank: 0, role: "train" },
        { name: "train", t0: 1763712480, t1: 1763712485, node: "n1", gpus: [0], rank: 0, role: "train" },
        { name: "train", t0: 1763712480, t1: 1763712485, node: "n1", gpus: [1], rank: 1, role: "train" },
      ),
      "dashboard/topology.jsonl": lines({ ts: 1, engines: [] }),
    });
    expect(told.flatMap(({ history }) => history)).toEqual([
      { step: 4, at: 1763712485500, values: { "rollout/raw_reward": 0.5, "rollout/step": 4 } },
    ]);
    expect(told.flatMap(({ system }) => system.map(({ values }) => values))).toEqual([
      { "data_buffer/length": 7 },
      { "gpu/n1/3/util": 90, "gpu/n1/3/mem_mb": 1000, "gpu/n1/3/power_w": 300 },
      { "phase/train/train": 5 },
    ]);
  });

  test("of verl's file logger has any name; other lines are left alone after the first", async () => {
    const told = await readFolder({
      "grpo.jsonl": lines({ step: 1, data: { "critic/score/mean": 0.5 } }),
      "dataset.jsonl": lines({ question: "?", step: "x" }, { step: 1, data: { a: 1 } }),
    });
    expect(told.flatMap(({ history }) => history)).toEqual([
      { step: 1, at: null, values: { "critic/score/mean": 0.5 } },
    ]);
  });
});

test("a configuration beside them is the run's, one of a model is not", async () => {
  const told = await readFolder({ "config.json": JSON.stringify({ lr: 1e-5, model: { name: "q" } }) });
  expect(told[0].facts.config).toEqual({ lr: 1e-5, "model.name": "q" });
  expect((await readFolder({ "config.json": '{"model_type":"qwen2","hidden_size":4}' }))[0].facts).toEqual(
    {},
  );
});

test("files of other kinds are not read", () => {
  const { folder } = folderOf(new Map());
  for (const path of [
    "model.safetensors",
    "optimizer.pt",
    "a/config.json",
    "out.log",
    "x.parquet",
    "training_args.bin",
  ])
    expect(folder.reads(path)).toBe(false);
});
