import { zstdCompressSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { folderOf, readFolder } from "./testing.ts";
import { unpackedFrames } from "./zstd-lines.ts";

const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

const episode = (i: number, { kind = "train", step = 3, group = "g0" } = {}) => ({
  id: `e${i}`,
  ok: true,
  env: { id: "gsm8k", name: "math" },
  group: { id: group },
  traces: [
    {
      id: `t${i}`,
      agent: { name: "agent" },
      info: { kind, dispatch: { step: step - 1, time: 1 }, arrival: { step, time: 2 } },
      rewards: { correct: { score: i % 2, weight: 1 } },
      nodes: [
        { parent: null, message: { role: "user", content: "2+2?" } },
        { parent: 0, message: { role: "assistant", content: String(i) }, sampled: true, logprobs: [-1, -2] },
      ],
    },
  ],
});
const note = (i: number, advantage: number) => ({
  version: 1,
  trace_id: `t${i}`,
  info: { advantage, cohort: "effective" },
  branches: [],
});

const STREAM = "monitors/file/traces/stream";
const NOTES = "monitors/file/traces/annotations/orch/00000.jsonl";

/** Frames of a few bytes each, as a seekable file has them, with its table at the end. */
function packed(text: string, size = 100): Buffer {
  const bytes = Buffer.from(text);
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size)
    frames.push(zstdCompressSync(bytes.subarray(at, at + size)));
  const table = Buffer.alloc(8 + 9);
  table.writeUInt32LE(0x184d2a5e, 0);
  table.writeUInt32LE(9, 4);
  return Buffer.concat([...frames, table]);
}

describe("a stream of prime-rl", () => {
  test("is read live, with what is noted of traces later, and told once when it is packed", async () => {
    const files = new Map<string, Buffer>([
      [`${STREAM}/00000.jsonl`, Buffer.from(lines(episode(0), episode(1)))],
    ]);
    const { read } = folderOf(files);
    const first = (await read()).flatMap(({ rollouts }) => rollouts);
    expect(
      first.map(({ step, phase, group, place, reward, advantage }) => [
        step,
        phase,
        group,
        place,
        reward,
        advantage,
      ]),
    ).toEqual([
      [3, "train", "g0", 0, 0, null],
      [3, "train", "g0", 1, 1, null],
    ]);
    files.set(NOTES, Buffer.from(lines(note(1, 0.5))));
    const [later, ...none] = (await read()).flatMap(({ rollouts }) => rollouts);
    expect(none).toEqual([]);
    expect(later).toMatchObject({ place: 1, reward: 1, advantage: 0.5, extra: { cohort: "effective" } });
    files.set(`${STREAM}/00000.jsonl.zst`, packed(lines(episode(0), episode(1), episode(2))));
    files.delete(`${STREAM}/00000.jsonl`);
    files.set(`${STREAM}/00001.jsonl`, Buffer.from(lines(episode(3))));
    const rest = (await read()).flatMap(({ rollouts }) => rollouts);
    expect(rest.map(({ completion }) => completion[0].text).toSorted()).toEqual(["2", "3"]);
    expect(rest.map(({ place }) => place)).toEqual([2, 3]);
  });

  test("that has ended is read from its packed chunks, notes that come before their traces included", async () => {
    const told = await readFolder({
      [`${STREAM}/00000.jsonl.zst`]: packed(
        lines(episode(0), episode(1, { kind: "eval", step: 9, group: "g1" })),
        7,
      ),
      [NOTES]: lines(note(0, -0.25), note(7, 1)),
      "monitors/file/traces/stream.index.jsonl": lines({ line: 1 }),
      "monitors/file/metrics.jsonl": lines({ step: 1, time: 1790000000, loss: 2 }),
    });
    const rollouts = told.flatMap((one) => one.rollouts);
    expect(rollouts.map(({ phase, step, advantage, length }) => [phase, step, advantage, length])).toEqual([
      ["train", 3, -0.25, 2],
      ["eval", 8, null, 2],
    ]);
    expect(told.flatMap(({ history }) => history)).toMatchObject([{ step: 1, values: { loss: 2 } }]);
  });

  test("whose packed chunk is cut is refused as a whole, and read when it is complete", async () => {
    const whole = packed(lines(episode(0), episode(1)));
    const files = new Map<string, Buffer>([
      [`${STREAM}/00000.jsonl.zst`, whole.subarray(0, whole.length - 30)],
    ]);
    const { read } = folderOf(files);
    await expect(read()).rejects.toThrow(/zstd/);
    files.set(`${STREAM}/00000.jsonl.zst`, whole);
    expect((await read()).flatMap(({ rollouts }) => rollouts)).toHaveLength(2);
  });

  test("of other lines is left alone", async () => {
    const told = await readFolder({ [`${STREAM}/00000.jsonl`]: lines({ a: 1 }), [NOTES]: lines({ b: 1 }) });
    expect(told.flatMap(({ rollouts }) => rollouts)).toEqual([]);
  });
});

test("traces of an evaluation of verifiers at the root are an evaluation's", async () => {
  const { info: _info, ...trace } = episode(1).traces[0];
  const told = await readFolder({ "traces.jsonl": lines({ ...episode(1), traces: [trace] }) });
  expect(told.flatMap(({ rollouts }) => rollouts)).toMatchObject([{ phase: "eval", step: 0, reward: 1 }]);
});

test("rollouts of NeMo Gym are groups by task, with calls of tools, reward and what else was measured", async () => {
  const row = (task: number, at: number, reward: number) => ({
    _ng_task_index: task,
    _ng_rollout_index: at,
    responses_create_params: { input: [{ role: "user", content: "2+2?" }] },
    response: {
      id: `r${task}${at}`,
      status: at === 1 ? "incomplete" : "completed",
      incomplete_details: at === 1 ? { reason: "max_output_tokens" } : null,
      usage: { output_tokens: 5 },
      output: [
        { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] },
        { type: "function_call", name: "add", arguments: '{"a":2}' },
        { type: "function_call_output", output: "4" },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "It is 4." }] },
      ],
    },
    reward,
    accuracy: reward,
    verifier_metadata: { nested: true },
  });
  const told = await readFolder({
    "results/mcqa_rollouts.jsonl": lines(row(0, 0, 1), row(0, 1, 0), row(1, 0, 1)),
  });
  const rollouts = told.flatMap((one) => one.rollouts);
  expect(rollouts.map(({ group, place, reward, truncated }) => [group, place, reward, truncated])).toEqual([
    ["0", 0, 1, false],
    ["0", 1, 0, true],
    ["1", 0, 1, false],
  ]);
  expect(rollouts[1]).toMatchObject({ stopReason: "max_output_tokens", length: 5, extra: { accuracy: 0 } });
  expect(rollouts[0].completion.map(({ role, text }) => [role, text])).toEqual([
    ["reasoning", "hm"],
    ["assistant", 'add({"a":2})'],
    ["tool", "4"],
    ["assistant", "It is 4."],
  ]);
  expect((await readFolder({ "rollouts.jsonl": lines({ a: 1 }) })).flatMap((one) => one.rollouts)).toEqual(
    [],
  );
});

test("frames of any sizes unpack to what was packed, and anything else is refused", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 2000 }),
      fc.integer({ min: 1, max: 500 }),
      (text, size) => {
        expect(Buffer.concat([...unpackedFrames(packed(text, size))]).toString()).toBe(
          Buffer.from(text).toString(),
        );
      },
    ),
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
      let unpacked = 0;
      try {
        for (const frame of unpackedFrames(bytes)) unpacked += frame.length;
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
      expect(unpacked).toBeLessThan(1000);
    }),
  );
});
