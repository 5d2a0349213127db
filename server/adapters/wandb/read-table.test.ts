import { describe, expect, test } from "vitest";
import { tableRows } from "../../foreign/completions.ts";
import { tableRollouts } from "./read-table.ts";
import { world } from "./testing.ts";

const table = (columns: string[], ...data: unknown[][]) => JSON.stringify({ columns, data });
const read = (key: string, text: string) =>
  tableRollouts(tableRows(Buffer.from(text)) ?? [], { key, step: 7 });

test("a table of TRL is groups with a reward by function", () => {
  const columns = ["step", "prompt", "completion", "accuracy", "format", "advantage"];
  const rows = [
    ["3", "p1", "a", 1, 0.5, 1],
    ["3", "p1", "b", 0, 0.5, -1],
    ["3", "p2", "c", 1, 0, 0],
  ];
  const found = read("completions", table(columns, ...rows)) ?? [];
  expect(
    found.map(({ step, place, rewards, advantage, phase }) => [step, place, rewards, advantage, phase]),
  ).toEqual([
    [3, 0, { accuracy: 1, format: 0.5 }, 1, "train"],
    [3, 1, { accuracy: 0, format: 0.5 }, -1, "train"],
    [3, 0, { accuracy: 1, format: 0 }, 0, "train"],
  ]);
  expect(new Set(found.map(({ group }) => group)).size).toBe(2);
});

test("a table of verl that grows is a row per sample, and old steps stay the same completions", () => {
  const columns = ["step", "input_1", "output_1", "score_1", "input_2", "output_2", "score_2"];
  const first = [10, "q1", "a1", 0, "q2", "a2", 1];
  const later = [20, "q1", "b1", 1, "q2", "b2", 1];
  const before = read("val/generations", table(columns, first)) ?? [];
  const after = read("val/generations", table(columns, first, later)) ?? [];
  expect(after.slice(0, 2)).toEqual(before);
  expect(after.map(({ step, prompt, reward, phase }) => [step, prompt[0].text, reward, phase])).toEqual([
    [10, "q1", 0, "eval"],
    [10, "q2", 1, "eval"],
    [20, "q1", 1, "eval"],
    [20, "q2", 1, "eval"],
  ]);
});

test("a table of OpenRLHF is texts with a reward at their global step", () => {
  const found = read("train/generated_samples", table(["global_step", "text", "reward"], [4, "p a", 0.5]));
  expect(found).toMatchObject([
    { step: 4, prompt: [], completion: [{ role: "assistant", text: "p a" }], reward: 0.5 },
  ]);
});

test("a table of prime-rl is conversations of an example, its evaluations are of phase eval", () => {
  const columns = ["step", "env_name", "task", "example_id", "messages", "input_ids", "reward"];
  const found = read(
    "samples",
    table(columns, [2, "math", "t", 5, "one", "[1]", 1], [2, "math", "t", 5, "two", "[1]", 0]),
  );
  expect(
    found?.map(({ step, group, place, completion, reward, extra }) => [
      step,
      group,
      place,
      completion,
      reward,
      extra,
    ]),
  ).toEqual([
    [2, "math 5", 0, [{ role: "assistant", text: "one" }], 1, { env_name: "math", task: "t", example_id: 5 }],
    [2, "math 5", 1, [{ role: "assistant", text: "two" }], 0, { env_name: "math", task: "t", example_id: 5 }],
  ]);
  const evals = read(
    "eval/samples",
    table(["step", "env", "task", "example_id", "completion", "reward"], [1, "m", "t", 1, "x", 1]),
  );
  expect(evals).toMatchObject([{ phase: "eval", step: 1, reward: 1 }]);
});

test("counts of tokens are no rewards where a table has a reward", () => {
  const columns = ["prompt", "completion", "num_input_tokens", "reward", "advantage"];
  expect(read("samples", table(columns, ["p", "c", 12, 1, 0.5]))).toMatchObject([
    { step: 7, reward: 1, rewards: {}, advantage: 0.5, extra: { num_input_tokens: 12 } },
  ]);
});

test("any other table is kept as a file, one of completions is not kept twice", () => {
  const it = world();
  it.begin();
  it.put("media/table/other_3_abc.table.json", table(["a"], [1]));
  it.put("media/table/broken_3_abc.table.json", "{");
  it.put(
    "media/table/completions_3_abc.table.json",
    table(["prompt", "completion", "reward"], ["<b>", "c", 1]),
  );
  expect([...it.run().files.keys()]).toEqual([
    "media/table/other_3_abc.table.json",
    "media/table/broken_3_abc.table.json",
  ]);
  expect([...it.run().rollouts.values()]).toMatchObject([{ step: 3, prompt: [{ text: "<b>" }] }]);
});

test("a table of 600,000 cells is taken in one go", () => {
  const columns = ["prompt", "completion", "reward", "length"];
  const data = Array.from({ length: 150_000 }, (_, i) => [`p${i >> 3}`, `c${i}`, i % 2, 1]);
  expect(read("completions", JSON.stringify({ columns, data }))).toHaveLength(150_000);
});

test("a table of more cells than are read at once is kept as a file, and the run says that its completions are not read", () => {
  const it = world();
  it.begin();
  const data = Array.from({ length: 300_000 }, () => ["p", "c", 1]);
  const path = "media/table/completions_3_abc.table.json";
  it.put(path, JSON.stringify({ columns: ["prompt", "completion", "reward"], data }));
  expect([...it.run().files.keys()]).toEqual([path]);
  expect(it.run().notes.map(({ message }) => message)).toEqual([
    `The table ${path} has too many cells to be read; if it holds completions, they are not in the groups.`,
  ]);
});

describe("a table of completions whose name tells no phase", () => {
  const columns = ["step", "prompt", "completion", "accuracy"];
  const put = (it: ReturnType<typeof world>, path: string, said: string) =>
    it.put(path, table(columns, ["5", "1+1?", said, 1]));
  const path = (row: number) => `media/table/completions_${row}_abc.table.json`;
  const row = (values: object) => JSON.stringify(values);
  const logged = (at: number) =>
    row({ completions: { _type: "table-file", path: path(at) }, "train/global_step": 5 });
  const history = (it: ReturnType<typeof world>, offset: number, ...content: string[]) =>
    it.stream({ "wandb-history.jsonl": { offset, content } });
  const train = row({ "train/loss": 1, "train/global_step": 5 });
  const evaluated = row({ "eval/loss": 1, "train/epoch": 0.5, "train/global_step": 5 });
  const phases = (it: ReturnType<typeof world>) =>
    [...it.run().rollouts.values()]
      .map(({ phase, completion }) => `${completion[0].text}: ${phase}`)
      .toSorted();

  test.each(["before", "after"])(
    "is of the phase of the row that is logged before it, where it comes %s it",
    (when) => {
      const it = world();
      it.begin();
      const tables = () => {
        put(it, path(1), "drawn");
        put(it, path(3), "measured");
      };
      if (when === "before") tables();
      history(it, 0, train, logged(1), evaluated);
      history(it, 3, logged(3));
      if (when === "after") tables();
      expect(phases(it)).toEqual(["drawn: train", "measured: eval"]);
    },
  );

  test("keeps its phase where it is logged once more at the end, after rows that tell none, and where rows come twice", () => {
    const it = world();
    it.begin();
    put(it, path(1), "measured");
    history(it, 0, evaluated, logged(1));
    history(it, 0, evaluated, logged(1), row({ "train/loss": 2 }), logged(4));
    put(it, path(4), "measured");
    expect(phases(it)).toEqual(["measured: eval"]);
  });

  test("is of the training where no row tells", () => {
    const it = world();
    it.begin();
    put(it, path(1), "drawn");
    history(it, 0, row({ x: 1 }), logged(1));
    expect(phases(it)).toEqual(["drawn: train"]);
  });
});

test("a table of TRL's win rates is an evaluation: of each prompt two answers, of which a judge chose one", () => {
  const columns = ["step", "prompt", "reference_model", "policy", "winner_index"];
  const rows = [
    ["20", "p1", "old", "new", "1"],
    ["20", "p2", "old", "new", 0],
    ["20", "p3", "old", "new", "-1"],
  ];
  const found = read("win_rate_completions", table(columns, ...rows)) ?? [];
  expect(
    found.map(({ step, phase, completion, rewards, extra }) => [
      step,
      phase,
      completion[0].text,
      rewards,
      extra?.["answered by"],
    ]),
  ).toEqual([
    [20, "eval", "old", { wins: 0 }, "reference model"],
    [20, "eval", "new", { wins: 1 }, "policy"],
    [20, "eval", "old", { wins: 1 }, "reference model"],
    [20, "eval", "new", { wins: 0 }, "policy"],
    [20, "eval", "old", { wins: null }, "reference model"],
    [20, "eval", "new", { wins: null }, "policy"],
  ]);
  expect(new Set(found.map(({ group }) => group)).size).toBe(3);
});
