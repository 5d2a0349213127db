import { Buffer } from "node:buffer";
import { array, assert, integer, nat, oneof, property } from "fast-check";
import { expect, test } from "vitest";
import { rowsOf } from "../history.ts";
import { readHistories } from "../registry.ts";
import type { SentFile } from "../sent-file.ts";
import { json } from "../testing/fixture.ts";
import { exitRecord, field, items, message, moment, row, runRecord, wandbLog } from "../testing/wandb-log.ts";
import { recordsOf } from "./record-log.ts";

const AT = Date.parse("2026-01-14T07:00:00Z");
const OPTIONS = { utcOffsetMinutes: 0, benchmark: null };
const read = (...files: SentFile[]) => readHistories(files, OPTIONS);
const log = (records: Buffer[], name = "wandb/run-20260114_070000-abc/run-abc.wandb"): SentFile => ({
  name,
  bytes: wandbLog(records),
});
const start = runRecord({ id: "abc", at: AT, name: "nice", config: { lr: 0.001, "model/name": "q" } });

test("rows of a log are its history, with nested names, NaN and infinities, the run's own times and what its client says", () => {
  const { runs, kinds, notes } = read(
    log([
      field(21, message()),
      start,
      field(12, message(field(2, "eval/*"), field(4, "eval/step"))),
      row(0, AT + 1000, { loss: 1, "nested/a/b": 2, reward: "NaN" }),
      field(7, message(field(2, moment(AT + 1500)), ...items(3, { cpu: 12.5 }))),
      row(4, AT + 2000, {
        loss: "Infinity",
        ok: true,
        text: "hello",
        "h/_type": "histogram",
        "h/values": [1, 2],
      }),
      field(5, message(...items(1, { late: 5 }), ...items(2, { lr: null }))),
      field(3, message(...items(1, { best: 0.9 }))),
      exitRecord(0),
    ]),
  );
  expect(kinds).toEqual(["W&B run-ID.wandb"]);
  expect(notes).toEqual([]);
  const [{ history, streams = [], ...run }] = runs;
  expect(run).toMatchObject({
    name: "nice",
    startedAt: AT,
    endedAt: AT + 2000,
    state: "finished",
    config: { "model.name": "q", late: 5 },
    environment: { host: "node7", project: "grpo", wandb: "0.31.0" },
    summary: { best: 0.9 },
    labels: { axes: { "eval/*": "eval/step" }, tags: ["seeds"] },
  });
  expect(Object.keys(run.config)).toHaveLength(2);
  expect([...rowsOf(history)]).toEqual([
    { step: 0, at: AT + 1000, values: { loss: 1, "nested.a.b": 2, reward: Number.NaN } },
    { step: 4, at: AT + 2000, values: { loss: Infinity, ok: 1 } },
  ]);
  expect(streams.map(({ stream, tables }) => [stream, [...rowsOf(tables)]])).toEqual([
    ["system", [{ step: 0, at: AT + 1500, values: { "system.cpu": 12.5 } }]],
  ]);
  // One histogram and one text are left out, in one note.
  expect(run.notes).toHaveLength(1);
});

test.each([
  [exitRecord(0), "finished", 0],
  [exitRecord(1), "failed", 1],
  [exitRecord(255), "killed", 255],
  [null, "killed", null],
])("the exit record says how a run ended (%#)", (exit, state, exitCode) => {
  const { runs } = read(log([start, row(0, AT, { loss: 1 }), ...(exit ? [exit] : [])]));
  expect(runs[0]).toMatchObject({ state, exitCode });
});

test("a log that was cut anywhere gives the rows that are whole in it", () => {
  const rows = Array.from({ length: 40 }, (_, step) =>
    row(step, AT + step, { loss: step, text: "x".repeat(2000) }),
  );
  const whole = log([start, ...rows]);
  let before = -1;
  for (let length = 200; length < whole.bytes.length; length += 997) {
    const { runs } = read({ ...whole, bytes: whole.bytes.subarray(0, length) });
    const steps = [...rowsOf(runs[0].history)].map(({ step }) => step);
    expect(steps).toEqual(steps.map((_, i) => i));
    expect(steps.length).toBeGreaterThanOrEqual(before);
    expect(runs[0].state).toBe("killed");
    before = steps.length;
  }
  expect(before).toBe(39);
});

test("a byte that changed is refused with its place, and room that was reserved ahead ends the log", () => {
  const bytes = wandbLog([start, row(0, AT, { loss: 1 }), row(1, AT, { loss: 2 })]);
  const changed = Buffer.from(bytes);
  changed[bytes.length - 5] ^= 1;
  const file = { name: "run-abc.wandb", bytes: changed };
  expect(() => read(file)).toThrow(/run-abc\.wandb .* byte \d+/);
  const ahead = { name: "run-abc.wandb", bytes: Buffer.concat([bytes, Buffer.alloc(5000)]) };
  expect([...rowsOf(read(ahead).runs[0].history)]).toHaveLength(2);
});

test("records of any size come back as they were written, across blocks and with nothing left in one", () => {
  assert(
    property(
      array(oneof(nat(200), integer({ min: 32_700, max: 32_800 }), nat(100_000)), {
        maxLength: 8,
      }),
      (sizes) => {
        const records = sizes.map((size, i) => Buffer.alloc(size, i + 1));
        const found: Buffer[] = [];
        const read = recordsOf({ name: "run-a.wandb", bytes: wandbLog(records) });
        for (const record of read) found.push(Buffer.from(record));
        expect(found.map((record) => record.toString("latin1"))).toEqual(
          records.map((record) => record.toString("latin1")),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test("processes that went on under the id of a run are one run; the same id elsewhere is another", () => {
  const first = log([start, row(0, AT, { loss: 3 }), row(1, AT + 1, { loss: 2 })]);
  const second = log(
    [
      runRecord({ id: "abc", at: AT + 60_000 }),
      row(1, AT + 60_001, { loss: 2.5 }),
      row(2, AT + 60_002, { loss: 1 }),
      exitRecord(0),
    ],
    "wandb/run-20260114_070100-abc/run-abc.wandb",
  );
  const other = log(
    [field(17, message(field(1, "abc"), field(3, "other"))), row(0, AT, { loss: 9 })],
    "b/run-abc.wandb",
  );
  const { runs } = read(second, other, first);
  expect(runs).toHaveLength(2);
  const [run] = runs.filter(({ name }) => name === "nice");
  expect(run).toMatchObject({ startedAt: AT, endedAt: AT + 60_002, state: "finished" });
  expect([...rowsOf(run.history)].map(({ step }) => step)).toEqual([0, 1]);
  expect(
    (run.streams ?? [])
      .filter(({ stream }) => stream === "history")
      .map(({ process, tables }) => [process, [...rowsOf(tables)].map(({ step }) => step)]),
  ).toEqual([[1, [1, 2]]]);
});

test("names from outside lead out of nothing, and the files beside a log are no runs", () => {
  const beside = [
    json("w/files/config.json", { a: 1 }),
    json("w/files/media/table/t.table.json", { columns: ["a"], data: [[1]] }),
  ];
  const { runs, notes } = read(
    log([start, row(0, AT, { a: {}, "a/__proto__/polluted": 1, "__proto__/x": 2 })], "w/run-abc.wandb"),
    ...beside,
    json("w/files/wandb-metadata.json", { os: "Linux", git: { commit: "abcdef1" } }),
  );
  expect(notes).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(runs[0].environment).toMatchObject({ os: "Linux", "git.commit": "abcdef1" });
});
