import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { openLogTail, planLog, safeHead } from "./tail-events.ts";
import { temporaryFolder } from "./testing/world.ts";

const NO_CAP = 64 * 2 ** 20;

function openLog(content: Buffer | string, cap = NO_CAP) {
  const path = join(temporaryFolder(onTestFinished), "out.log");
  writeFileSync(path, content);
  return { path, tail: openLogTail(path, () => cap) };
}

/** Stores pieces as the server does. */
function store(
  tail: ReturnType<typeof openLogTail>,
  final: boolean,
  stored: Buffer = Buffer.alloc(0),
): Buffer {
  let log: Buffer = stored;
  for (let piece = tail.read(log.length, final); piece; piece = tail.read(log.length, final)) {
    expect(piece.offset).toBe(log.length);
    expect(piece.bytes.length).toBeLessThanOrEqual(64 * 1024);
    log = Buffer.concat([log, piece.bytes]);
  }
  return log;
}

test("bytes are passed on as they are, binary and half characters included", () => {
  const content = Buffer.concat([Buffer.from("é".repeat(40_000)), Buffer.from([0, 255, 128, 10, 27])]);
  expect(store(openLog(content).tail, false)).toEqual(content);
});

test("a piece starts where the server says the log ends", () => {
  const { tail } = openLog("0123456789");
  expect(tail.read(4, false)?.bytes.toString()).toBe("456789");
  expect(tail.read(10, false)).toBeNull();
});

test("a log that is not there, or shorter than what is stored, gives nothing", () => {
  const { tail } = openLog("short");
  expect(tail.read(50, false)).toBeNull();
  expect(tail.read(50, true)).toBeNull();
  expect(openLogTail("/no/such/out.log", () => NO_CAP).read(0, true)).toBeNull();
});

test("past the cap the beginning and the end are kept, and a line says what is missing", () => {
  const cap = 4000;
  const { path, tail } = openLog("a".repeat(3000), cap);
  const early = store(tail, false);
  expect(early.length).toBe(safeHead(cap));
  appendFileSync(path, `${"b".repeat(9000)}\nError: the last line\n`);
  const log = store(tail, true, store(tail, false, early)).toString();
  expect(log.length).toBeLessThanOrEqual(cap);
  expect(log).toMatch(
    /^a{2800}\n\[8222 bytes are not stored: the log may have 4000 bytes\. Its end follows\.\]\nb+\nError/,
  );
  expect(log.endsWith("Error: the last line\n")).toBe(true);
});

test("a log that fits exactly is whole", () => {
  const content = Buffer.alloc(4000, "z");
  expect(store(openLog(content, 4000).tail, true)).toEqual(content);
});

test("whatever is stored when the log ends, the rest completes the same text within the cap", () => {
  const sizes = fc.integer({ min: 0, max: 3000 });
  fc.assert(
    fc.property(sizes, sizes, fc.double({ min: 0, max: 1, noNaN: true }), (size, cap, share) => {
      const content = Buffer.from(Array.from({ length: size }, (_, k) => 33 + (k % 90)));
      const { tail } = openLog(content, cap);
      const whole = store(tail, true);
      const known = whole.subarray(0, Math.floor(whole.length * share));
      expect(store(tail, true, known)).toEqual(whole);
      expect(whole.length).toBe(planLog(size, cap).size);
      expect(whole.length).toBeLessThanOrEqual(Math.max(cap, 0));
      expect(whole.subarray(0, Math.min(size, safeHead(cap)))).toEqual(
        content.subarray(0, Math.min(size, safeHead(cap))),
      );
    }),
    { numRuns: 100 },
  );
});
