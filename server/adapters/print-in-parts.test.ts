import * as fc from "fast-check";
import { expect, test } from "vitest";
import { printInParts, printLinesInParts } from "./print-in-parts.ts";

interface Printed {
  offset: number;
  text: string;
}

function listening() {
  const parts: Printed[] = [];
  const print = (_run: string, { offset, text }: Printed) => void parts.push({ offset, text });
  return { parts, print };
}

test("a long console is stored in parts that each say where they begin, no character cut", async () => {
  const text = "aé漢😀\n".repeat(30_000);
  const bytes = Buffer.from(text);
  const { parts, print } = listening();
  await printInParts({ print }, "run", { writer: "w", offset: 7, bytes });
  expect(parts.length).toBeGreaterThan(4);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  let at = 7;
  for (const part of parts) {
    expect(part.offset).toBe(at);
    expect(part.text.length).toBeLessThanOrEqual(64 * 1024);
    at += Buffer.byteLength(part.text);
  }
});

test("bytes that are no text end as they do at once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (bytes) => {
      const { parts, print } = listening();
      await printInParts({ print }, "run", { writer: "w", offset: 0, bytes });
      expect(parts).toEqual([{ offset: 0, text: Buffer.from(bytes).toString("utf8") }]);
    }),
  );
  const { parts, print } = listening();
  await printInParts({ print }, "run", { writer: "w", offset: 0, bytes: new Uint8Array(300_000).fill(0x80) });
  expect(parts.length).toBeLessThan(20);
});

test("lines keep their numbers in parts; few are stored at once", async () => {
  const few = listening();
  expect(
    printLinesInParts({ print: few.print }, "run", { writer: "w", offset: 3, lines: ["a\n"] }),
  ).toBeUndefined();
  expect(few.parts).toEqual([{ offset: 3, text: "a\n" }]);
  const many = listening();
  const lines = Array.from({ length: 50_000 }, (_, i) => `line ${i}\n`);
  await printLinesInParts({ print: many.print }, "run", { writer: "w", offset: 10, lines });
  expect(many.parts.length).toBeGreaterThan(4);
  let at = 10;
  for (const { offset, text } of many.parts) {
    expect(offset).toBe(at);
    at += text.split("\n").length - 1;
  }
  expect(at).toBe(50_010);
});
