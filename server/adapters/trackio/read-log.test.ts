import { describe, expect, test } from "vitest";
import { row, table, turn, world } from "./testing.ts";

describe("a table of completions", () => {
  const before = { "train/rewards/length/mean": 2, "train/global_step": 2 };
  const four = table(
    row(2, "20+5?", "25", { length: 6, gold: "25", hint: 3, advantage: 0.8 }),
    row(2, "20+5?", "24", { length: "NaN", gold: "25", hint: 3, advantage: -0.8 }),
    row(2, "1+1?", "2", { length: 1, gold: "2", hint: 3, advantage: 0 }),
    row(2, "1+1?", "2", { length: 1, gold: "2", hint: 3, advantage: 0 }),
  );

  test("becomes groups of those that follow each other with one prompt; rewards are those the row before it names", async () => {
    const { log, entry, run } = world();
    await log(entry("a", before), entry("b", { completions: four }, { step: 3 }));
    const kept = [...run().rollouts.values()];
    expect(kept.map(({ step, place, phase }) => [step, place, phase])).toEqual([
      [2, 0, "train"],
      [2, 1, "train"],
      [2, 0, "train"],
      [2, 1, "train"],
    ]);
    expect(new Set(kept.map(({ group }) => group)).size).toBe(2);
    expect(kept[0]).toMatchObject({
      prompt: [{ role: "user", text: "20+5?" }],
      completion: [{ role: "assistant", text: "25" }],
      rewards: { length: 6 },
      reward: 6,
      advantage: 0.8,
      extra: { gold: "25", hint: 3 },
    });
    expect(kept[1]).toMatchObject({ rewards: { length: null }, reward: null });
  });

  test("that comes twice is kept once, also where the second follows another row", async () => {
    const { log, entry, run } = world();
    await log(entry("a", before), entry("b", { completions: four }));
    await log(entry("c", { "eval/loss": 1, "train/global_step": 2 }), entry("d", { completions: four }));
    expect(run().rollouts.size).toBe(4);
  });

  test("that an evaluation sent and the end of training sends again stays the evaluation's", async () => {
    const { log, entry, run } = world();
    await log(entry("a", { "eval/loss": 1, "train/global_step": 2 }), entry("b", { completions: four }));
    await log(entry("c", { "train/epoch": 1, "train/global_step": 2 }), entry("d", { completions: four }));
    expect([...run().rollouts.values()].map(({ phase }) => phase)).toEqual(["eval", "eval", "eval", "eval"]);
  });

  test("of an evaluation at the same step and prompt stays beside the one of training", async () => {
    const { log, entry, run } = world();
    await log(entry("a", before), entry("b", { completions: table(row(2, "1+1?", "2", { length: 1 })) }));
    await log(
      entry("c", { "eval/loss": 1, "train/global_step": 2 }),
      entry("d", { completions: table(row(2, "1+1?", "3", { length: 1 })) }),
    );
    expect([...run().rollouts.values()].map(({ phase }) => phase)).toEqual(["train", "eval"]);
  });

  test("with HTML, bidi marks and a million characters is data", async () => {
    const { log, entry, run } = world();
    const text = `<script>alert(1)</script>\u202e${"x".repeat(1_000_000)}`;
    await log(entry("a", { completions: table(row(1, "<b>p</b>", text)) }));
    expect([...run().rollouts.values()][0].completion[0].text).toBe(text);
  });
});

test("traces are completions with their turns; those of one step and prompt are a group", async () => {
  const { log, entry, run } = world();
  const trace = (answer: string, metadata = {}) => ({
    _type: "trackio.trace",
    messages: [
      turn("system", "be short"),
      turn("user", "2+3"),
      { role: "assistant", content: null, tool_calls: [{ function: { name: "add", arguments: "[2,3]" } }] },
      turn("tool", "5"),
      turn("assistant", answer),
    ],
    metadata: { reward: 1, model: "tiny", ...metadata },
    spans: [],
  });
  const logs = [
    entry("t1", { trace: trace("5") }, { step: 7 }),
    entry("t2", { trace: trace("6", { reward: 0, truncated: true, finish_reason: "length" }) }, { step: 7 }),
  ];
  await log(...logs);
  await log(logs[1], entry("t3", { traces: [trace("7"), trace("8")] }, { step: 7 }));
  const kept = [...run().rollouts.values()];
  expect(kept.map(({ place, completion }) => [place, completion.at(-1)!.text])).toEqual([
    [0, "5"],
    [1, "6"],
    [2, "7"],
    [3, "8"],
  ]);
  expect(new Set(kept.map(({ group }) => group)).size).toBe(1);
  expect(kept[0].prompt.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(kept[0].completion[0].text).toBe("add([2,3])");
  expect(kept[1]).toMatchObject({
    reward: 0,
    truncated: true,
    stopReason: "length",
    extra: { model: "tiny" },
  });
});

test("other tables, histograms and notes are kept as files, as they came", async () => {
  const { log, entry, run } = world();
  const hist = { _type: "trackio.histogram", bins: [1, 2], values: [3] };
  await log(
    entry("aaaaaaaaa", {
      prices: table({ x: 1 }),
      hist,
      md: { _type: "trackio.markdown", _value: "# hi" },
      img: { _type: "trackio.image", file_path: "p/r/0/a.png", caption: "black" },
    }),
  );
  expect([...run().files.keys()]).toEqual([
    "prices/step 0 aaaaaaaa.json",
    "hist/step 0 aaaaaaaa.json",
    "md/step 0 aaaaaaaa.md",
  ]);
  expect(JSON.parse(String(run().files.get("hist/step 0 aaaaaaaa.json")!.bytes))).toEqual(hist);
});

test("a step beyond 2^53 is the row's, and not the next that is counted", async () => {
  const { log, entry, rows } = world();
  await log(entry("a", { loss: 1 }, { step: 1_700_000_000_000_000_000 }));
  expect(rows()).toMatchObject([{ step: 1_700_000_000_000_000_000 }]);
});
