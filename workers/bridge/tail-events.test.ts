import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { openEventTail } from "./tail-events.ts";
import type { EventTail } from "./tail-events.ts";
import { temporaryFolder } from "./testing/world.ts";

const MANY = 1000;
const LARGE = 1e6;
const event = (step: number, value: unknown = 1) =>
  JSON.stringify({ t: "points", step, at: 5, values: { "reward/raw": value } });

function openTail(text = ""): { tail: EventTail; path: string } {
  const path = join(temporaryFolder(onTestFinished), "events.ndjson");
  writeFileSync(path, text);
  const tail = openEventTail(path, () => 99);
  onTestFinished(() => tail.close());
  return { tail, path };
}

/** Reads everything as a server that accepts each batch would. */
function drain(tail: EventTail, final: boolean, maxEvents = MANY): string[] {
  const all: string[] = [];
  for (;;) {
    const batch = tail.read(maxEvents, LARGE, final);
    expect(batch.firstSeq).toBe(tail.seq + 1);
    if (batch.events.length === 0) return all;
    all.push(...batch.events);
    tail.seek(batch.firstSeq + batch.events.length - 1);
  }
}

test("events come in order, numbered by line, as the bytes that were written", () => {
  const odd = '{"t":"points", "step":2,"at":5,"values":{"x":1.10, "y":-0.0,"z":"NaN"}}';
  const { tail } = openTail(`${event(1)}\n${odd}\n`);
  expect(tail.read(MANY, LARGE, false)).toMatchObject({ firstSeq: 1, events: [event(1), odd] });
});

test("a last line without its newline is left until it is whole", () => {
  const { tail, path } = openTail(`${event(1)}\n${event(2).slice(0, 20)}`);
  expect(drain(tail, false)).toEqual([event(1)]);
  appendFileSync(path, event(2).slice(20));
  expect(drain(tail, false)).toEqual([]);
  appendFileSync(path, "\n");
  expect(drain(tail, false)).toEqual([event(2)]);
  expect(tail.seq).toBe(2);
});

test("in a final file a torn last line is dropped and a complete one counts", () => {
  expect(drain(openTail(`${event(1)}\n${event(2).slice(0, -1)}`).tail, true)).toEqual([event(1)]);
  expect(drain(openTail(`${event(1)}\n${event(2)}`).tail, true)).toEqual([event(1), event(2)]);
});

test("a line that is no event becomes a note in the same place, so later numbers stay right", () => {
  const { tail } = openTail(`${event(1)}\nnot JSON\n\n{"t":"points","step":1.5}\n${event(5)}\n`);
  const events = drain(tail, false).map((text) => JSON.parse(text));
  expect(events.map(({ t }) => t)).toEqual(["points", "note", "note", "note", "points"]);
  expect(events[1]).toEqual({
    t: "note",
    at: 99,
    level: "warning",
    message: "Event 2 could not be passed on. The line is not JSON. It began: not JSON",
  });
  expect(events[3].message).toMatch(/Event 4 .*step: Invalid input/);
  expect(events[4].step).toBe(5);
});

test("a batch keeps to the server's limits, but one event that is larger alone still goes", () => {
  const big = event(2, "NaN").replace("}}", `,"${"k".repeat(250)}":1}}`);
  const { tail } = openTail([event(1), big, event(3), event(4), event(5)].join("\n") + "\n");
  expect(tail.read(2, LARGE, false)).toMatchObject({ events: [event(1), big], isFull: true });
  expect(tail.read(MANY, 150, false)).toMatchObject({ events: [event(1)], isFull: true });
  tail.seek(1);
  expect(tail.read(MANY, 150, false)).toMatchObject({ firstSeq: 2, events: [big], isFull: true });
  tail.seek(2);
  expect(tail.read(MANY, 150, false).events.length).toBeLessThan(3);
});

test("the tail goes back and forth to any number the server names", () => {
  const { tail } = openTail([1, 2, 3, 4, 5].map((step) => `${event(step)}\n`).join(""));
  for (const seq of [3, 0, 5, 1, 4]) {
    expect(tail.seek(seq)).toBe(true);
    const next = tail.read(1, LARGE, false);
    expect([next.firstSeq, next.events]).toEqual([seq + 1, seq < 5 ? [event(seq + 1)] : []]);
  }
});

test("a server that has more events than the file is seen", () => {
  const { tail, path } = openTail(`${event(1)}\n`);
  expect(tail.seek(3)).toBe(false);
  appendFileSync(path, `${event(4)}\n`);
  expect(tail.read(MANY, LARGE, false)).toMatchObject({ firstSeq: 4, events: [event(4)] });
});

test("a file that is not there yet has no events", () => {
  const path = join(temporaryFolder(onTestFinished), "events.ndjson");
  const tail = openEventTail(path);
  expect(tail.read(MANY, LARGE, false).events).toEqual([]);
  writeFileSync(path, `${event(1)}\n`);
  expect(tail.read(MANY, LARGE, false).events).toEqual([event(1)]);
  tail.close();
});

test("however the bytes arrive and whatever is resent, each line is told once and in order", () => {
  const line = fc
    .integer({ min: 0, max: 60_000 })
    .map((size) => event(size, "NaN").replace("{", `{${" ".repeat(size)}`));
  const writes = fc.array(fc.record({ cut: fc.double({ min: 0, max: 1, noNaN: true }), back: fc.nat(3) }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      writes,
      fc.integer({ min: 1, max: 5 }),
      (lines, steps, limit) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
        const { tail, path } = openTail();
        const told: string[] = [];
        let written = 0;
        const tell = (final: boolean, back: number) => {
          tail.seek(Math.max(0, told.length - back));
          told.splice(tail.seq);
          told.push(...drain(tail, final, limit));
        };
        for (const { cut, back } of [...steps, { cut: 1, back: 1 }]) {
          const next = written + Math.round((bytes.length - written) * cut);
          appendFileSync(path, bytes.subarray(written, next));
          written = next;
          tell(false, back);
        }
        tell(true, 0);
        expect(told).toEqual(lines);
      },
    ),
    { numRuns: 60 },
  );
});

test("values under a name that no metric may have are passed on with the others: the server says what it leaves out", () => {
  const odd = JSON.stringify({ t: "points", step: 1, at: 5, values: { "lo\u200bss": 1, loss: 1 } });
  expect(drain(openTail(`${odd}\n`).tail, true)).toEqual([odd]);
});
