import { expect, test } from "vitest";
import { rowsOf } from "../history.ts";
import { readHistories } from "../registry.ts";
import { file, lines } from "../testing/fixture.ts";

const OPTIONS = { utcOffsetMinutes: 0, benchmark: null };
const AT = Date.parse("2026-01-14T07:00:00Z");
const HEAD = { ablab_bundle: 1, source: "W&B https://api.wandb.ai" };
const RUN = { run: { id: "wandb:t/p/a", name: "a", state: "killed" } };
const END = { end: { runs: 1 } };
const read = (...rows: object[]) => readHistories([file("p.jsonl", lines(rows))], OPTIONS).runs;
const rows = (values: object, more = {}) => ({ rows: { step: [0, 2], at: [AT, null], values, ...more } });

test("a run has its rows, the machine's figures, what its client says, and where it comes from", () => {
  const told = {
    config: { lr: 1 },
    tags: ["t"],
    group: "g",
    axes: { "eval/*": "eval/step" },
    startedAt: AT,
    said: ["two texts"],
  };
  const [run] = read(
    HEAD,
    { run: { ...RUN.run, ...told } },
    rows({ loss: [1, "NaN"], reward: [null, 3] }),
    rows({ "system.cpu": [5, 6] }, { stream: "system" }),
    rows({ loss: [0.5, null] }),
    END,
  );
  expect(run).toMatchObject({
    name: "a",
    state: "killed",
    startedAt: AT,
    config: { lr: 1 },
    environment: { from: HEAD.source, source: "p.jsonl" },
    labels: { tags: ["t"], group: "g", axes: { "eval/*": "eval/step" } },
    notes: ["two texts"],
  });
  expect([...rowsOf(run.history)]).toEqual([
    { step: 0, at: AT, values: { loss: 1 } },
    { step: 2, at: null, values: { loss: Number.NaN, reward: 3 } },
    { step: 0, at: AT, values: { loss: 0.5 } },
    { step: 2, at: null, values: {} },
  ]);
  expect((run.streams ?? []).map(({ stream, tables }) => [stream, [...rowsOf(tables)].length])).toEqual([
    ["system", 2],
  ]);
});

test("an evaluation by problem keeps its protocol and its rows", () => {
  const protocol = {
    decoding: "sampled",
    temperature: 0.7,
    maxSteps: 1,
    observation: "",
    evalSeed: 0,
    daDefinition: "",
  };
  const answers = [1, 2].map((i) => ({ problem: `p${i}`, solved: i === 1 }));
  const evaluation = { key: "final", benchmark: "gsm8k", at: AT, protocol, rows: answers };
  const [run] = read(HEAD, RUN, { evaluation }, END);
  expect(run.evaluations).toMatchObject([
    {
      key: "final",
      benchmark: "gsm8k",
      final: true,
      protocol,
      rows: [
        { problem: "p1", solved: true, score: null },
        { problem: "p2", solved: false },
      ],
    },
  ]);
  expect(() =>
    read(HEAD, RUN, { evaluation: { ...evaluation, rows: [answers[0], answers[0]] } }, END),
  ).toThrow("line 3, evaluation.rows[1]");
});

test.each([
  [[HEAD, RUN, rows({ loss: [1, 2] })], "p.jsonl"],
  [[HEAD, RUN, { end: { runs: 2 } }], "p.jsonl"],
  [[HEAD, rows({ loss: [1, 2] }), END], "line 2"],
  [[HEAD, RUN, rows({ loss: [1] }), END], "line 3, rows.values.loss"],
  [[HEAD, RUN, rows({ loss: [1, "low"] }), END], "line 3, rows.values.loss[1]"],
  [[HEAD, RUN, rows({ loss: [1, true] }), END], "line 3, rows.values.loss[1]"],
  [[HEAD, RUN, rows({ loss: [1, 2] }, { step: [0, "x"] }), END], "line 3, rows.step[1]"],
  [[HEAD, { run: { ...RUN.run, state: "gone" } }, END], "line 2, run.state"],
  [[{ ...HEAD, ablab_bundle: 9 }, RUN, END], "line 1.ablab_bundle"],
  [[HEAD, RUN, { other: 1 }, END], "line 3"],
])("what is wrong is refused with its place (%#)", (given, place) => {
  expect(() => read(...given)).toThrow(place);
});
