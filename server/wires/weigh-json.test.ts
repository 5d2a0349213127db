import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseForeign } from "./foreign-values.ts";
import { divided, isTooHeavy } from "./weigh-json.ts";

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

test("what stands inside texts weighs nothing, and values and keys weigh one each", () => {
  expect(isTooHeavy(bytes(['a,b,c:[[[{{{\\",,,', "\\"]), 3)).toBe(false);
  expect(isTooHeavy(bytes([1, 2, 3, 4]), 3)).toBe(true);
  expect(isTooHeavy(bytes({ a: { b: [] } }), 4)).toBe(true);
  expect(isTooHeavy(bytes({ a: { b: [] } }), 5)).toBe(false);
});

test("more keys than are read at once are too heavy, where as many values in a list are not", () => {
  const [most, more] = [100_000, 100_001].map((n) => `{${'"a":0,'.repeat(n - 1)}"a":0}`);
  expect([isTooHeavy(most), isTooHeavy(more), isTooHeavy(`[${"0,".repeat(100_001)}0]`)]).toEqual([
    false,
    true,
    false,
  ]);
});

test("a body of more values than are read at once is not read", () => {
  const many = `[${"1,".repeat(900_000)}1]`;
  expect(() => parseForeign(many)).toThrow("more values or keys than are read at once");
  expect(() => parseForeign(Buffer.from(many))).toThrow("more values or keys than are read at once");
});

test("a heavy list is divided into parts of the same request, no entry lost, doubled or moved", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1 }), fc.string(), (logs, other) => {
      const sent = bytes({ kwargs: { other, logs } });
      const parts = [...divided(sent, 2, 4)].map(
        (part) => JSON.parse(Buffer.from(part).toString()) as { kwargs: { other: string; logs: unknown[] } },
      );
      expect(JSON.stringify({ kwargs: { other, logs: parts.flatMap(({ kwargs }) => kwargs.logs) } })).toBe(
        sent.toString(),
      );
      expect(parts.every(({ kwargs }) => kwargs.other === other)).toBe(true);
      if (logs.length > 9) expect(parts.length).toBeGreaterThan(1);
    }),
  );
});

test("what has no such list stays whole", () => {
  const body = bytes({ a: Array.from({ length: 20 }, () => 1) });
  expect([...divided(body, 2, 4)]).toEqual([body]);
  expect([...divided(Buffer.from('{"kwargs":{"logs":[1,2,3,4,5,6'), 2, 4)]).toHaveLength(1);
});
