import { expect, test } from "vitest";
import { readHistories } from "../registry.ts";
import { zipOf } from "../testing/zip.ts";

const OPTIONS = { utcOffsetMinutes: 0, benchmark: null };
const lines = (name: string, ...rows: object[]) => ({
  name,
  bytes: new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join("\n")),
});
const read = (file: { name: string; bytes: Uint8Array }) => readHistories([file], OPTIONS).runs;

const START = {
  version: 2,
  eval: {
    run_id: "r",
    task_id: "t",
    created: "2025-03-01T10:00:00+01:00",
    task: "gpqa",
    model: "openai/x",
    dataset: { name: "gpqa_diamond" },
    scorers: [{ name: "model_graded_qa", options: { model: "openai/judge" } }],
  },
  plan: { config: { temperature: 0.5 } },
};
const HEADER = {
  ...START,
  status: "success",
  stats: { started_at: "2025-03-01T10:00:00+01:00", completed_at: "2025-03-01T10:05:00+01:00" },
};
const scored = (id: number, epoch: number, value: unknown) => ({
  id,
  epoch,
  scores: { model_graded_qa: { value } },
  total_time: 2,
});
const ALL = [scored(1, 1, "C"), scored(2, 1, "I"), scored(1, 2, "P"), scored(2, 2, { recall: 1, f1: 0 })];
const json = (name: string, tree: unknown) => ({ name, bytes: JSON.stringify(tree) });
const log = (...files: { name: string; bytes: string }[]) => ({ name: "logs/x.eval", bytes: zipOf(files) });

const WHOLE = [
  {
    name: "final",
    rows: [
      { problem: "1", solved: true, seconds: 2 },
      { problem: "2", solved: false },
    ],
  },
  { name: "epoch 2", rows: [{ solved: false, score: 0.5 }, { solved: true }] },
];

test.each([
  ["what is summed up at the end", [json("header.json", HEADER), json("summaries.json", ALL)]],
  [
    "each sample by itself",
    [
      json("header.json", HEADER),
      ...ALL.map((one) => json(`samples/${one.id}_epoch_${one.epoch}.json`, one)),
    ],
  ],
  [
    "the parts of its journal, in their order",
    [
      json("header.json", HEADER),
      json("_journal/summaries/10.json", ALL.slice(2)),
      json("_journal/summaries/9.json", ALL.slice(0, 2)),
    ],
  ],
])("an archive of Inspect is an evaluation for each epoch, from %s", (_from, files) => {
  const [run] = read(log(...files));
  expect(run).toMatchObject({
    name: "openai/x on gpqa",
    startedAt: Date.parse("2025-03-01T09:00:00Z"),
    state: "finished",
    evaluations: WHOLE.map(({ name, rows }) => ({
      key: name,
      benchmark: "gpqa_diamond",
      protocol: { temperature: 0.5, observation: "Inspect, model_graded_qa, judge openai/judge" },
      rows,
    })),
  });
});

test("an archive that was cut while it was written is no finished evaluation", () => {
  const [run] = read(
    log(json("_journal/start.json", START), json("_journal/summaries/1.json", ALL.slice(0, 2))),
  );
  expect(run).toMatchObject({
    state: "killed",
    endedAt: null,
    evaluations: [{ final: false, rows: [{}, {}] }],
  });
});

test.each([
  [[json("samples/1.json", ALL[0])], "neither header.json"],
  [[json("header.json", HEADER), json("summaries.json", { not: "a list" })], "summaries.json is no list"],
  [[json("header.json", HEADER), json("summaries.json", [ALL[0], { epoch: 1 }])], "summaries.json[1].id"],
  [[json("header.json", HEADER), json("summaries.json", [ALL[0], ALL[0]])], "twice in epoch 1"],
  [
    [json("header.json", HEADER), { name: "summaries.json", bytes: '[{"id":' }],
    "summaries.json is not valid JSON",
  ],
])("an archive that is broken is refused by its place: %#", (files, place) => {
  expect(() => read(log(...files))).toThrow(place);
});

const rollout = (task: number, index: number, reward: unknown) => ({
  responses_create_params: { input: [], temperature: 0 },
  response: { id: `r${task}${index}`, model: "org/x", created_at: 1_782_184_824 + task },
  reward,
  _ng_task_index: task,
  _ng_rollout_index: index,
  agent_ref: { name: "blackjack" },
});

test("rollouts of NeMo Gym are an evaluation by task for each of several answers to it", () => {
  const file = lines(
    "a/rollouts.jsonl",
    rollout(0, 0, 1),
    rollout(1, 0, -1),
    rollout(0, 1, 0.5),
    rollout(1, 1, 1),
  );
  expect(read(file)).toMatchObject([
    {
      name: "org/x on blackjack",
      startedAt: 1_782_184_824_000,
      evaluations: [
        {
          key: "final",
          benchmark: "blackjack",
          protocol: { decoding: "greedy" },
          rows: [{ solved: true }, { score: -1 }],
        },
        {
          key: "epoch 2",
          rows: [
            { problem: "0", solved: false },
            { problem: "1", solved: true },
          ],
        },
      ],
    },
  ]);
  expect(() => read(lines("rollouts.jsonl", rollout(0, 0, 1), rollout(1, 0, "high")))).toThrow(
    "line 2, reward",
  );
});

const SPEC = {
  spec: {
    completion_fns: ["gpt"],
    eval_name: "born.dev",
    run_config: { seed: 7 },
    run_id: "230502",
    created_at: "2023-05-02 05:27:01.38",
  },
};
const event = (sample: string, type: string, data: object) => ({
  run_id: "230502",
  event_id: 0,
  sample_id: sample,
  type,
  data,
  created_at: "2023-05-02 05:28:00.0",
});

test("a log of OpenAI evals is an evaluation by sample, and one without its report had not ended", () => {
  const events = [
    event("s.1", "sampling", { prompt: "Q" }),
    event("s.1", "match", { correct: true }),
    event("s.2", "match", { correct: false }),
    event("s.3", "sampling", { prompt: "Q" }),
    event("s.4", "metrics", { choice: "A", score: 0.5 }),
  ];
  const [cut] = read(lines("a.jsonl", SPEC, ...events));
  expect(cut).toMatchObject({
    name: "gpt on born.dev",
    startedAt: Date.parse("2023-05-02T05:27:01.380Z"),
    state: "killed",
    config: { seed: 7 },
    evaluations: [
      {
        benchmark: "born.dev",
        final: false,
        rows: [{ problem: "s.1", solved: true }, { solved: false }, { score: 0.5 }],
      },
    ],
  });
  const [whole] = read(lines("a.jsonl", SPEC, ...events, { final_report: { accuracy: 0.5 } }));
  expect(whole).toMatchObject({ state: "finished", summary: { accuracy: 0.5 }, sourceId: cut.sourceId });
  expect(() => read(lines("a.jsonl", SPEC, event("s.1", "match", { correct: "yes" })))).toThrow(
    "line 2, data.correct",
  );
});
