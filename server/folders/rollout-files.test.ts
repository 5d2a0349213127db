import { describe, expect, test } from "vitest";
import { folderOf, readFolder } from "./testing.ts";

const lines = (...rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n") + "\n";
const rolloutsOf = async (files: Record<string, string>) =>
  (await readFolder(files)).flatMap(({ rollouts }) => rollouts);

describe("verl's dumps", () => {
  const row = (input: string, output: string, score: number) => ({
    input,
    output,
    gts: "4",
    score,
    step: 7,
    acc: score > 0,
  });

  test("are groups by prompt, also where a balanced batch mixed them", async () => {
    const rollouts = await rolloutsOf({
      "rollout_data/7.jsonl": lines(
        row("2+2", "4", 1),
        row("1+1", "3", 0),
        row("2+2", "5", 0),
        row("1+1", "2", 1),
      ),
    });
    expect(
      rollouts.map(({ step, place, reward, phase, prompt }) => [step, place, reward, phase, prompt[0].text]),
    ).toEqual([
      [7, 0, 1, "train", "2+2"],
      [7, 1, 0, "train", "2+2"],
      [7, 0, 0, "train", "1+1"],
      [7, 1, 1, "train", "1+1"],
    ]);
    expect(rollouts[0].extra).toEqual({ gts: "4", acc: true });
  });

  test("of a validation are an evaluation's", async () => {
    const rollouts = await rolloutsOf({ "validation_data/7.jsonl": lines(row("2+2", "4", 1)) });
    expect(rollouts[0].phase).toBe("eval");
  });

  test("that hold something else say nothing", async () => {
    expect(await rolloutsOf({ "shards/1.jsonl": lines({ text: "a" }) })).toEqual([]);
  });
});

describe("prime-rl's episodes", () => {
  const node = (parent: number | null, role: string, content: string, more = {}) => ({
    parent,
    message: { role, content },
    sampled: role === "assistant",
    logprobs: role === "assistant" ? [-0.1, -0.2] : [],
    ...more,
  });
  const episode = (id: string, score: number, more: { advantages?: number[]; agent?: string } = {}) => ({
    id,
    env: { id: "gsm8k", name: "math" },
    task: { type: "Task", data: { idx: 3, prompt: "2+2" }, key: "k" },
    group: { id: "g1" },
    ok: true,
    errors: [],
    traces: [
      {
        id: `trace-${id}`,
        agent: { name: more.agent ?? "agent" },
        nodes: [
          node(null, "system", "be short"),
          node(0, "user", "2+2"),
          node(1, "assistant", "abandoned"),
          node(1, "assistant", "let me see", { advantages: more.advantages }),
          node(3, "tool", "4"),
          node(4, "assistant", "4", { advantages: more.advantages }),
        ],
        calls: [{ node: 5, finish_reason: "length" }],
        rewards: { correct: { score, weight: 2 }, style: { score: 1, weight: 0.5 }, late: null },
        metrics: { turns: 2 },
        stop_condition: "max_turns",
        ok: true,
        errors: [],
      },
    ],
  });
  const PLACE = "rollouts/step_42/train";

  test("are completions of their group with turns, weighted rewards and what ended them", async () => {
    const [rollout] = await rolloutsOf({ [`${PLACE}/all/traces.jsonl`]: lines(episode("a", 1)) });
    expect(rollout).toEqual({
      step: 42,
      phase: "train",
      group: "g1",
      place: 0,
      prompt: [
        { role: "system", text: "be short" },
        { role: "user", text: "2+2" },
      ],
      completion: [
        { role: "assistant", text: "let me see" },
        { role: "tool", text: "4" },
        { role: "assistant", text: "4" },
      ],
      rewards: { correct: 1, style: 1, late: null },
      reward: 2.5,
      advantage: null,
      length: 4,
      truncated: true,
      stopReason: "max_turns",
      epoch: null,
      extra: { environment: "math", task: 3, agent: "agent", ok: true, turns: 2 },
    });
  });

  test("that come one by one keep their places, and take them again with their advantages", async () => {
    const { read, files } = folderOf(new Map());
    const places = async () =>
      (await read()).flatMap(({ rollouts }) => rollouts.map(({ place, advantage }) => [place, advantage]));
    files.set(`${PLACE}/all/traces.jsonl`, Buffer.from(lines(episode("a", 1))));
    expect(await places()).toEqual([[0, null]]);
    files.set(
      `${PLACE}/all/traces.jsonl`,
      Buffer.from(lines(episode("a", 1), episode("b", 0), episode("c", 0))),
    );
    expect(await places()).toEqual([
      [1, null],
      [2, null],
    ]);
    const effective = lines(
      episode("c", 0, { advantages: [-1, -1] }),
      episode("a", 1, { advantages: [1, 1] }),
    );
    files.set(`${PLACE}/effective/traces.jsonl`, Buffer.from(effective));
    expect(await places()).toEqual([
      [2, -1],
      [0, 1],
    ]);
  });

  test("of several agents are groups of each, and those of an evaluation are its own", async () => {
    const rollouts = await rolloutsOf({
      "rollouts/step_1/eval/all/traces.jsonl": lines(episode("a", 1, { agent: "judge" }), {
        id: "failed",
        traces: [],
        ok: false,
      }),
    });
    expect(rollouts.map(({ group, phase }) => [group, phase])).toEqual([["g1 judge", "eval"]]);
  });
});

test("conversations beside a miles dashboard are groups by their index", async () => {
  const row = (sample_index: number, reward: number, status: string, prompt: unknown) => ({
    sample_index,
    group_index: 5,
    status,
    reward,
    prompt,
    messages: [...(Array.isArray(prompt) ? (prompt as unknown[]) : []), { role: "assistant", content: "4" }],
  });
  const rollouts = await rolloutsOf({
    "trajectory/3.jsonl": lines(
      row(40, 1, "completed", [{ role: "user", content: "2+2" }]),
      row(41, 0, "truncated", "2+2"),
    ),
    "trajectory/eval_3.jsonl": lines(row(0, 1, "completed", "1+1")),
  });
  expect(
    rollouts.map(({ step, phase, group, place, reward, truncated }) => [
      step,
      phase,
      group,
      place,
      reward,
      truncated,
    ]),
  ).toEqual([
    [3, "train", "5", 0, 1, false],
    [3, "train", "5", 1, 0, true],
    [3, "eval", "5", 0, 1, false],
  ]);
  expect(rollouts.map(({ prompt }) => prompt[0].text)).toEqual(["2+2", "2+2", "1+1"]);
  expect(rollouts[1]).toMatchObject({ stopReason: "truncated", extra: { sample: 41 } });
});
