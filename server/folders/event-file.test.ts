import { expect, test } from "vitest";
import { eventFileTail, maskedCrc32c, shortest32 } from "./event-file.ts";
import { tagPrefix } from "./folder.ts";
import { fixture, folderOf } from "./testing.ts";

const readAll = (bytes: Uint8Array) => eventFileTail("events", "").take(bytes);

test("the checksum is the one of the check vector, masked", () => {
  const plain = 0xe3069283;
  const mask = (((plain >>> 15) | (plain << 17)) + 0xa282ead8) >>> 0;
  expect(maskedCrc32c(Buffer.from("123456789"))).toBe(mask);
});

test("a 32-bit number is the decimal that was logged", () => {
  for (const value of [1e-5, 0.1, 123456.79, -2.25, 0, 3.4e38, 1 / 3]) {
    const stored = Math.fround(value);
    expect(Math.fround(shortest32(stored))).toBe(stored);
  }
  expect(shortest32(Math.fround(1e-5))).toBe(1e-5);
  expect(shortest32(Number.NaN)).toBeNaN();
});

test("scalars have their steps and times, and texts are last values", () => {
  const { told, used } = readAll(fixture("scalars.tfevents"));
  expect(used).toBe(fixture("scalars.tfevents").length);
  expect(told.history).toEqual([
    ...[1e-5, 0.5, Number.NaN, Infinity, -2.25].map((value, i) => ({
      step: i * 10,
      at: 1763712485500 + i * 1000,
      values: { "train/loss": value },
    })),
    { step: 2 ** 33, at: 1763712490000, values: { "train/big": 123456.79 } },
  ]);
  expect(told.facts.summary).toEqual({ "note/text_summary": "# hi" });
  expect(told.media).toMatchObject([{ kind: "histogram" }]);
  expect([...told.notes.keys()]).toEqual(["media:events"]);
});

test("tensors of one number are scalars in whatever form they come, lists are not", () => {
  const { told } = readAll(fixture("tensors.tfevents"));
  expect(told.history.map(({ step, values }) => [step, values])).toEqual([
    [1, { loss: 0.1 }],
    [2, { "packed/float32": -7 }],
    [2, { "packed/float64": -7 }],
    [2, { "packed/int32": -7 }],
    [2, { "packed/int64": -7 }],
    [4, { a: 1, b: 2 }],
  ]);
});

test("a file that ends inside a record is read to there, and on when it has grown, byte by byte", () => {
  const whole = fixture("scalars.tfevents");
  const tail = eventFileTail("events", "");
  const rows = [];
  let used = 0;
  for (let end = 1; end <= whole.length; end++) {
    const part = tail.take(whole.subarray(used, end));
    rows.push(...part.told.history);
    used += part.used;
  }
  expect(rows).toEqual(readAll(whole).told.history);
});

test("a damaged record is left out and said; a damaged length ends the reading", () => {
  const whole = fixture("scalars.tfevents");
  const first = 12 + Number(whole.readBigUInt64LE(0)) + 4;
  const content = Buffer.from(whole);
  content[first + 14] ^= 1;
  const { told } = readAll(content);
  expect(told.history).toHaveLength(5);
  expect([...told.notes.values()].slice(0, 1)).toEqual([
    `events has a damaged record at byte ${first}; it is left out.`,
  ]);
  const length = Buffer.from(whole);
  length[first] ^= 1;
  const cut = readAll(length);
  expect([cut.told.history.length, cut.used]).toEqual([0, whole.length]);
  expect([...cut.told.notes.values()]).toEqual([
    `events is damaged at byte ${first}; what follows is not read.`,
  ]);
});

test("random bytes end in a sentence or in nothing, never in an error", () => {
  let state = 1;
  for (let round = 0; round < 200; round++) {
    const bytes = Buffer.from(fixture(round % 2 ? "tensors.tfevents" : "scalars.tfevents"));
    for (let i = 0; i < 20; i++) {
      state = (state * 48271) % 2147483647;
      bytes[state % bytes.length] = state & 255;
    }
    expect(() => readAll(bytes)).not.toThrow();
  }
});

test("tags of siblings and of folders below are told apart, folders of a time are not", () => {
  const folders = new Set(["logs", "logs/train", "logs/loss_a", "logs/1763712485.5", "runs/Nov21_host"]);
  const prefix = (path: string) => tagPrefix(path, folders);
  expect(prefix("logs/train/events.out.tfevents.1.h")).toBe("train/");
  expect(prefix("logs/loss_a/events.out.tfevents.1.h")).toBe("loss_a/");
  expect(prefix("logs/1763712485.5/events.out.tfevents.1.h")).toBe("");
  expect(prefix("logs/events.out.tfevents.1.h")).toBe("");
  expect(prefix("runs/Nov21_host/events.out.tfevents.1.h")).toBe("");
  expect(prefix("events.out.tfevents.1.h")).toBe("");
});

test("rows of a file are numbered on, and a file that was begun anew is another writer", async () => {
  const path = "events.out.tfevents.1.h";
  const whole = fixture("scalars.tfevents");
  const { read, files } = folderOf(new Map([[path, whole.subarray(0, 300)]]));
  const [a] = await read();
  files.set(path, whole);
  const [b] = await read();
  expect(b.first.history).toBe(a.history.length);
  expect(a.history.length + b.history.length).toBe(6);
  expect(await read()).toEqual([]);
  files.set(path, whole.subarray(0, 300));
  const [c] = await read();
  expect([c.writer, c.first.history, c.history.length]).toEqual([`${path} 2`, 0, a.history.length]);
});
