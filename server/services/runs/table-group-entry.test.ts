import * as fc from "fast-check";
import { expect, test } from "vitest";
import { groupKey } from "./table-group-entry.ts";

test("the key of a group fits into an address, and runs that lack the thing have a key that no value has", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (a, b) => {
      expect(groupKey(a)).toMatch(/^[\w.~-]{1,16}$/);
      expect(groupKey(a)).not.toBe(groupKey(null));
      if (a !== b) expect(groupKey(a)).not.toBe(groupKey(b));
    }),
  );
  expect(groupKey("grpo")).toBe("grpo");
});
