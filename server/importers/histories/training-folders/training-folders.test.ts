import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rowsOf } from "../history.ts";
import { readHistories } from "../registry.ts";
import { json } from "../testing/fixture.ts";
import type { SentFile } from "../sent-file.ts";

const OPTIONS = { utcOffsetMinutes: 0, benchmark: null };
const read = (...files: SentFile[]) => readHistories(files, OPTIONS);

const entry = (step: number, loss = 1 / step) => ({ step, loss });
const state = (name: string, steps: readonly object[], reached: number): SentFile =>
  json(name, { global_step: reached, max_steps: 20, train_batch_size: 4, total_flos: 7, log_history: steps });

const EVENTS = readFileSync(join(import.meta.dirname, "../../../folders/fixtures/scalars.tfevents"));
const events = (name: string, bytes: Uint8Array = EVENTS): SentFile => ({ name, bytes });

test("states of the checkpoints of a training, and of its end, are one run with its numbers once", () => {
  const { runs } = read(
    state("out/checkpoint-5/trainer_state.json", [entry(5)], 5),
    state("out/checkpoint-10/trainer_state.json", [entry(5), entry(10)], 10),
    state("out/trainer_state.json", [entry(5), entry(10), entry(20)], 20),
  );
  expect(runs).toHaveLength(1);
  const [{ name, state: end, config, summary, history, startedAt }] = runs;
  expect([name, end, startedAt]).toEqual(["out", "finished", null]);
  expect([config, summary]).toEqual([{ max_steps: 20, train_batch_size: 4 }, { total_flos: 7 }]);
  expect([...rowsOf(history)]).toEqual(
    [5, 10, 20].map((step) => ({ step, at: null, values: { loss: 1 / step } })),
  );
});

test("a training that went on is the same source, and one that went on from an earlier checkpoint keeps both ways", () => {
  const early = read(state("a/trainer_state.json", [entry(5)], 5)).runs[0];
  const late = read(state("b/c/trainer_state.json", [entry(5), entry(10)], 10)).runs[0];
  expect(late.sourceId).toBe(early.sourceId);
  expect(early.state).toBe("killed");
  const [parted] = read(
    state("out/checkpoint-10/trainer_state.json", [entry(5), entry(10)], 10),
    state("out/checkpoint-12/trainer_state.json", [entry(5), entry(10, 3), entry(12)], 12),
  ).runs;
  expect([...rowsOf(parted.history)].map(({ step }) => step)).toEqual([5, 10, 10, 12]);
});

test("a number that is none keeps being none, and a text is no number", () => {
  const file = state("out/trainer_state.json", [entry(5)], 5);
  const text = new TextDecoder().decode(file.bytes).replace('"loss":0.2', '"loss":NaN,"note":"x"');
  const [run] = read({ name: file.name, bytes: Buffer.from(text) }).runs;
  expect([...rowsOf(run.history)]).toEqual([{ step: 5, at: null, values: { loss: Number.NaN } }]);
});

test("event files beside a state are the run: the same values are not imported twice", () => {
  const { runs } = read(
    state("out/trainer_state.json", [entry(5)], 5),
    events("out/runs/Nov21_08-08-05_node/events.out.tfevents.1763712485.node"),
    state("other/trainer_state.json", [entry(5, 2)], 5),
  );
  expect(runs.map(({ name }) => name)).toEqual(["Nov21_08-08-05_node", "other"]);
  expect(runs[0].notes.join()).toContain("out/trainer_state.json");
});

test("folders side by side are a run each; phases and folders below one are its own", () => {
  const { runs } = read(
    events("a/train/events.out.tfevents.1.node"),
    events("a/validation/events.out.tfevents.2.node"),
    events("b/PPO_1/events.out.tfevents.1.node"),
  );
  expect(runs.map(({ name }) => name)).toEqual(["a", "PPO_1"]);
});

test("a file that ends inside a record comes in to there, which is said by its byte", () => {
  const [whole] = read(events("a/events.out.tfevents.1.node")).runs;
  const [cut] = read(events("a/events.out.tfevents.1.node", EVENTS.subarray(0, 330))).runs;
  expect([cut.sourceId, cut.state]).toEqual([whole.sourceId, "killed"]);
  const rows = [...rowsOf(cut.history)];
  expect([...rowsOf(whole.history)].slice(0, rows.length)).toEqual(rows);
  expect(cut.notes.join()).toMatch(/at byte \d+/);
  expect(whole.notes.join()).toContain("1 histogram");
  expect(whole.summary).toEqual({ "note/text_summary": "# hi" });
});
