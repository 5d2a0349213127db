import { expect, test } from "vitest";
import { inspectReader } from "./inspect.ts";
import { lmEvalReader } from "./lm-eval.ts";
import { readHistories } from "../registry.ts";

const OPTIONS = { utcOffsetMinutes: 0, benchmark: null };
const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });

const sample = (doc: number, value: number, more: object = {}) =>
  JSON.stringify({
    doc_id: doc,
    doc_hash: `hash${doc}`,
    arguments: { gen_args_0: { arg_0: "Q", arg_1: { do_sample: false, temperature: 0.0 } } },
    filter: "strict-match",
    metrics: ["exact_match"],
    exact_match: value,
    ...more,
  });

const SAMPLES = "m/samples_gsm8k_2025-01-31T10-00-00.123.jsonl";
const RESULTS = file(
  "m/results_2025-01-31T10-00-00.123.json",
  JSON.stringify({
    results: { gsm8k: { alias: "gsm8k", "exact_match,strict-match": 0.5 } },
    "n-shot": { gsm8k: 5 },
    config: { model: "hf", model_args: "pretrained=x" },
    model_name: "org/x",
    date: 1_738_317_600,
  }),
);

test("samples of lm-evaluation-harness are an evaluation by problem for each filter, with protocol and source time", () => {
  const lines = [
    sample(1, 1),
    sample(2, 0),
    sample(1, 1, { filter: "flexible-extract" }),
    sample(2, 1, { filter: "flexible-extract" }),
  ];
  const samples = file(SAMPLES, lines.join("\n"));
  const { runs } = readHistories([samples, RESULTS], OPTIONS);
  expect(runs).toMatchObject([
    {
      name: "org/x",
      startedAt: 1_738_317_600_000,
      evaluations: [
        {
          key: "strict-match",
          benchmark: "gsm8k",
          protocol: { decoding: "greedy", temperature: 0, observation: "lm-eval, 5-shot" },
          rows: [
            { problem: "hash1", solved: true },
            { problem: "hash2", solved: false },
          ],
        },
        { key: "flexible-extract", rows: [{ solved: true }, { solved: true }] },
      ],
    },
  ]);
});

test.each([
  [`${sample(1, 1)}\n{`, "line 2"],
  [`${sample(1, 1)}\n${JSON.stringify({ doc_id: 2, metrics: ["acc"] })}`, "line 2, metrics"],
  [`${sample(1, 1)}\n${sample(1, 0)}`, "twice"],
])("samples that are broken are refused by their place", (text, place) => {
  expect(() => lmEvalReader.read(file(SAMPLES, text), [], OPTIONS)).toThrow(place);
});

const inspectLog = (samples: object[], status = "success") =>
  file(
    "logs/2025-03-01_gpqa.json",
    JSON.stringify({
      version: 2,
      status,
      eval: {
        run_id: "r",
        created: "2025-03-01T10:00:00+01:00",
        task: "gpqa",
        model: "openai/x",
        dataset: { name: "gpqa_diamond" },
        config: { epochs: 2 },
      },
      plan: { config: { temperature: 0.5 } },
      stats: { started_at: "2025-03-01T10:00:00+01:00", completed_at: "2025-03-01T10:05:00+01:00" },
      samples,
    }),
  );

test("a log of Inspect is an evaluation for each epoch, and samples without a score are left out and told", () => {
  const scored = (id: number, epoch: number, value: unknown) => ({
    id,
    epoch,
    scores: { choice: { value } },
  });
  const log = inspectLog([
    scored(1, 1, "C"),
    scored(2, 1, "I"),
    scored(1, 2, 0.5),
    { id: 2, epoch: 2, error: "timeout" },
  ]);
  expect(inspectReader.opens(log)).toBe(true);
  const [run] = inspectReader.read(log, [], OPTIONS);
  expect(run).toMatchObject({
    name: "openai/x on gpqa",
    startedAt: Date.parse("2025-03-01T09:00:00Z"),
    state: "finished",
    evaluations: [
      {
        key: "final",
        benchmark: "gpqa_diamond",
        protocol: { temperature: 0.5 },
        rows: [{ solved: true }, { solved: false }],
      },
      { key: "epoch 2", rows: [{ problem: "1", solved: false, score: 0.5 }] },
    ],
  });
  expect(run.notes).toHaveLength(2);
});

test("a log of Inspect that was cut is no finished evaluation, and one with a broken sample names it", () => {
  const one = { id: 1, epoch: 1, scores: { s: { value: 1 } } };
  expect(inspectReader.read(inspectLog([one], "error"), [], OPTIONS)[0]).toMatchObject({
    state: "killed",
    evaluations: [{ final: false }],
  });
  expect(() => inspectReader.read(inspectLog([one, { epoch: 1 }]), [], OPTIONS)).toThrow("samples[1].id");
  expect(() =>
    inspectReader.read(inspectLog([{ ...one, scores: { s: { value: {} } } }]), [], OPTIONS),
  ).toThrow("samples[0].scores.s.value");
  expect(() => inspectReader.read(inspectLog([]), [], OPTIONS)).toThrow("no samples");
});
