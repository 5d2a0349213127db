import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseForeign } from "./foreign-values.ts";
import { divided, isTooHeavy } from "./weigh-json.ts";

const parts = (body: Uint8Array, most: number, bytes?: number) =>
  [...divided(body, 2, { most, bytes })].filter((part) => part !== undefined);
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

test("what stands inside texts weighs nothing, and values and keys weigh one each", () => {
  expect(isTooHeavy(bytes(['a,b,c:[[[{{{\\",,,', "\\"]), 3)).toBe(false);
  expect(isTooHeavy(bytes([1, 2, 3, 4]), 3)).toBe(true);
  expect(isTooHeavy(bytes({ a: { b: [] } }), 4)).toBe(true);
  expect(isTooHeavy(bytes({ a: { b: [] } }), 5)).toBe(false);
});

test("more keys than are read at once are too heavy, where as many values in a list are not", () => {
  const [most, more] = [60_000, 60_001].map((n) => `{${'"a":0,'.repeat(n - 1)}"a":0}`);
  expect([isTooHeavy(most), isTooHeavy(more), isTooHeavy(`[${"0,".repeat(60_001)}0]`)]).toEqual([
    false,
    true,
    false,
  ]);
});

test("a body of more values than are read at once is not read", () => {
  const many = `[${"1,".repeat(900_000)}1]`;
  expect(() => parseForeign(many)).toThrow("more bytes, values or keys than are read at once");
  expect(() => parseForeign(Buffer.from(many))).toThrow("more bytes, values or keys than are read at once");
});

test("a heavy list is divided into parts of the same request, no entry lost, doubled or moved", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1 }), fc.string(), (logs, other) => {
      const sent = bytes({ kwargs: { other, logs } });
      const found = parts(sent, 4).map(
        (part) => JSON.parse(Buffer.from(part).toString()) as { kwargs: { other: string; logs: unknown[] } },
      );
      expect(JSON.stringify({ kwargs: { other, logs: found.flatMap(({ kwargs }) => kwargs.logs) } })).toBe(
        sent.toString(),
      );
      expect(found.every(({ kwargs }) => kwargs.other === other)).toBe(true);
      if (logs.length > 9) expect(found.length).toBeGreaterThan(1);
    }),
  );
});

test("what has no such list stays whole", () => {
  const body = bytes({ a: Array.from({ length: 20 }, () => 1) });
  expect(parts(body, 4)).toEqual([body]);
  expect(parts(Buffer.from('{"kwargs":{"logs":[1,2,3,4,5,6'), 4)).toHaveLength(1);
});

test("what is long without many values is divided too, and looked through with pauses", () => {
  const logs = Array.from({ length: 40 }, (_, i) => ({ i, text: `${i}"\\`.repeat(100_000) }));
  const steps = [...divided(bytes({ kwargs: { logs } }), 2)];
  const read = steps.flatMap((part) =>
    part === undefined
      ? []
      : (JSON.parse(Buffer.from(part).toString()) as { kwargs: { logs: object[] } }).kwargs.logs,
  );
  expect(read).toEqual(logs);
  expect(steps.filter((part) => part === undefined).length).toBeGreaterThan(10);
  for (const part of steps) expect(part?.length ?? 0).toBeLessThan(6 * 2 ** 20);
});

test("a text ends at the same place however long it is and whatever stands before its quote", () => {
  const nasty = fc.array(fc.constantFrom("\\", '"', "a", ",", "x".repeat(40)), { maxLength: 60 });
  fc.assert(
    fc.property(nasty, nasty, (one, two) => {
      const value = [one.join(""), 1, two.join("")];
      expect([isTooHeavy(bytes(value), 3), isTooHeavy(bytes(value), 2)]).toEqual([false, true]);
    }),
  );
});
