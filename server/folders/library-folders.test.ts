import { describe, expect, test } from "vitest";
import { maskedCrc32c } from "./event-file.ts";
import { tagPrefix } from "./folder.ts";
import { readFolder } from "./testing.ts";

const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const rowsOf = (told: Awaited<ReturnType<typeof readFolder>>) => told.flatMap(({ history }) => history);
const configOf = (told: Awaited<ReturnType<typeof readFolder>>) =>
  Object.assign({}, ...told.map(({ facts }) => facts.config ?? {})) as Record<string, unknown>;

describe("logs of fine-tuning frameworks", () => {
  test("trainer_log.jsonl counts by current_steps; how far it is is no metric", async () => {
    const told = await readFolder({
      "trainer_log.jsonl": lines({
        current_steps: 10,
        total_steps: 80,
        loss: 0.5,
        epoch: 0.1,
        percentage: 12.5,
        elapsed_time: "0:00:26",
      }),
    });
    expect(rowsOf(told)).toEqual([{ step: 10, at: null, values: { loss: 0.5, epoch: 0.1 } }]);
  });

  test("logging.jsonl counts by the done of global_step/max_steps, and completions.jsonl holds its groups", async () => {
    const answers = (step: number) =>
      [0, 1].map((i) => ({
        step,
        prompt: "2+2?",
        completion: String(4 - i),
        Acc: 1 - i,
        advantages: 1 - 2 * i,
      }));
    const told = await readFolder({
      "logging.jsonl": lines({ loss: 0.5, "global_step/max_steps": "5/40", "memory(GiB)": 12.5 }),
      "completions.jsonl": lines(...answers(1), ...answers(2)),
    });
    expect(rowsOf(told)).toEqual([{ step: 5, at: null, values: { loss: 0.5, "memory(GiB)": 12.5 } }]);
    expect(
      told
        .flatMap(({ rollouts }) => rollouts)
        .map(({ step, place, rewards, advantage }) => [step, place, rewards, advantage]),
    ).toEqual([
      [1, 0, { Acc: 1 }, 1],
      [1, 1, { Acc: 0 }, -1],
      [2, 0, { Acc: 1 }, 1],
      [2, 1, { Acc: 0 }, -1],
    ]);
  });

  test("completions.jsonl may hold a batch a line, a list in each column", async () => {
    const told = await readFolder({
      "completions.jsonl": lines({ step: [3, 3], prompt: ["a", "a"], completion: ["x", "y"], Acc: [1, 0] }),
    });
    expect(
      told.flatMap(({ rollouts }) => rollouts).map(({ step, place, rewards }) => [step, place, rewards]),
    ).toEqual([
      [3, 0, { Acc: 1 }],
      [3, 1, { Acc: 0 }],
    ]);
  });

  test("a value that a log of lines has is not taken again of trainer_state.json, which has more", async () => {
    const told = await readFolder({
      "trainer_log.jsonl": lines({ current_steps: 10, total_steps: 80, loss: 0.5 }),
      "trainer_state.json": JSON.stringify({
        global_step: 10,
        log_history: [{ step: 10, loss: 0.5, grad_norm: 2 }],
      }),
    });
    expect(rowsOf(told).map(({ values }) => values)).toEqual([{ loss: 0.5 }, { grad_norm: 2 }]);
  });
});

describe("folders of other libraries", () => {
  test("progress.csv is rows at its timesteps, with Python's words for what is no number", async () => {
    const told = await readFolder({
      "progress.csv":
        "time/total_timesteps,rollout/ep_rew_mean,train/loss\n2048,,\n4096,1.5,nan\n6144,2,-inf\n8192,3",
    });
    expect(rowsOf(told)).toEqual([
      { step: 2048, at: null, values: {} },
      { step: 4096, at: null, values: { "rollout/ep_rew_mean": 1.5, "train/loss": Number.NaN } },
      { step: 6144, at: null, values: { "rollout/ep_rew_mean": 2, "train/loss": -Infinity } },
    ]);
  });

  test("a time is a moment; seconds since the start are a metric, and no moment of 1970", async () => {
    const told = await readFolder({
      "progress.csv": "step,time,loss\n1,12.5,2\n2,25,1\n",
      "run/metrics.jsonl": lines({ step: 3, time: 1_700_000_000, loss: 0.5 }),
    });
    expect(rowsOf(told)).toEqual([
      { step: 3, at: 1_700_000_000_000, values: { loss: 0.5 } },
      { step: 1, at: null, values: { time: 12.5, loss: 2 } },
      { step: 2, at: null, values: { time: 25, loss: 1 } },
    ]);
  });

  test("steps beyond 2^53 are steps, in every kind of file", async () => {
    const steps = [1_700_000_000_000_000_000, 1_700_000_000_020_000_000];
    const state = { global_step: steps[1], log_history: steps.map((step) => ({ step, loss: 1 })) };
    const told = await readFolder({
      "a/progress.csv": `step,loss\n${steps.map((step) => `${step},1\n`).join("")}`,
      "b/metrics.jsonl": lines(...steps.map((step) => ({ step, loss: 1 }))),
      "c/log.jsonl": lines(...steps.map((step) => ({ step, data: { loss: 1 } }))),
      "d/trainer_state.json": JSON.stringify(state),
    });
    expect(told.map(({ history }) => history.map(({ step }) => step))).toEqual(told.map(() => steps));
    expect(told).toHaveLength(4);
  });

  test("Ray's result.json gives metrics and configuration, and its progress.csv nothing twice", async () => {
    const told = await readFolder({
      "result.json": lines({
        training_iteration: 1,
        timestamp: 1763712485,
        loss: 2,
        config: { lr: 0.1, seed: 3 },
      }),
      "progress.csv": "training_iteration,loss\n1,2\n",
    });
    expect(rowsOf(told)).toEqual([{ step: 1, at: 1763712485000, values: { loss: 2 } }]);
    expect(configOf(told)).toEqual({ lr: 0.1, seed: 3 });
    expect(told.flatMap(({ notes }) => [...notes.keys()])).toEqual(["csv:progress.csv"]);
  });

  test("hparams.yaml and args.json are the configuration, with lists, nulls and what is nested", async () => {
    const told = await readFolder({
      "version_0/hparams.yaml":
        "lr: 0.1\nbetas: [0.9, 0.999]\nopt:\n  name: sgd\n  nesterov: yes\nscheduler: null\n",
      "args.json": '{"num_generations": 8}',
    });
    expect(configOf(told)).toEqual({
      lr: 0.1,
      betas: "[0.9,0.999]",
      "opt.name": "sgd",
      "opt.nesterov": true,
      scheduler: "null",
      num_generations: 8,
    });
  });

  test("a YAML file that refers to itself without end is refused, and one of another language keeps its values", async () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ...["b", "c", "d", "e", "f", "g", "h"].map(
        (name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefg"[i]}`).join(",")}]`,
      ),
    ].join("\n");
    await expect(readFolder({ "hparams.yaml": bomb })).rejects.toThrow(/./);
    const told = await readFolder({
      "hparams.yaml": "lr: !!python/object:x.Y\n  value: 1\n__proto__: {a: 1}\n",
    });
    expect(configOf(told)).toMatchObject({ "lr.value": 1 });
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});

describe("an event file", () => {
  const varint = (n: number): number[] => (n < 128 ? [n] : [(n % 128) + 128, ...varint(Math.floor(n / 128))]);
  const bytes = (field: number, content: readonly number[]) => [
    ...varint(field * 8 + 2),
    ...varint(content.length),
    ...content,
  ];
  const word = (text: string) => [...Buffer.from(text)];
  const double = (field: number, value: number) => {
    const held = Buffer.alloc(8);
    held.writeDoubleLE(value);
    return [...varint(field * 8 + 1), ...held];
  };
  const record = (content: readonly number[]) => {
    const [head, foot] = [Buffer.alloc(12), Buffer.alloc(4)];
    head.writeBigUInt64LE(BigInt(content.length));
    head.writeUInt32LE(maskedCrc32c(head.subarray(0, 8)), 8);
    foot.writeUInt32LE(maskedCrc32c(Uint8Array.from(content)));
    return Buffer.concat([head, Uint8Array.from(content), foot]);
  };
  const event = (value: readonly number[]) =>
    record([...double(1, 1763712485), ...bytes(5, bytes(1, value))]);
  const nest = (fields: readonly number[], content: readonly number[]): number[] =>
    fields.length === 0 ? [...content] : bytes(fields[0], nest(fields.slice(1), content));

  test("says by add_hparams what the run is configured with", async () => {
    const entry = (name: string, value: readonly number[]) =>
      nest([9, 1, 2, 3, 1], [...bytes(1, word(name)), ...bytes(2, value)]);
    const value = [
      ...bytes(1, word("_hparams_/session_start_info")),
      ...entry("lr", double(2, 0.1)),
      ...entry("opt", bytes(3, word("sgd"))),
      ...entry("amp", [32, 1]),
      ...entry("__proto__", double(2, 1)),
    ];
    const told = await readFolder({ "1763712485.5/events.out.tfevents.1.h": event(value) });
    const config = configOf(told);
    expect([config.lr, config.opt, config.amp, ({} as Record<string, unknown>).lr]).toEqual([
      0.1,
      "sgd",
      true,
      undefined,
    ]);
  });

  test("holds CleanRL's table of hyperparameters as its configuration", async () => {
    const table = "|param|value|\n|-|-|\n|lr|2.5e-4|\n|cuda|True|\n|env_id|Cart-v1|";
    const tensor = [8, 7, ...bytes(8, word(table))];
    const told = await readFolder({
      "events.out.tfevents.1.h": event([
        ...bytes(1, word("hyperparameters/text_summary")),
        ...bytes(8, tensor),
      ]),
    });
    expect(configOf(told)).toEqual({ lr: 2.5e-4, cuda: true, env_id: "Cart-v1" });
  });
});

test("numbered folders followed as one run keep their values apart; a later start of one training does not", () => {
  const prefix = (path: string, ...folders: string[]) => tagPrefix(path, new Set(folders));
  expect([
    prefix("tb/PPO_2/events", "tb/PPO_1", "tb/PPO_2"),
    prefix("tb/PPO_2/events", "tb/PPO_2"),
    prefix("runs/Nov28_10-20-11_h/events", "runs/Nov27_09-00-00_h", "runs/Nov28_10-20-11_h"),
  ]).toEqual(["PPO_2/", "", ""]);
});
