import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, sha256 } from "../../hashing.ts";
import { digestOf } from "./digest.ts";

test("a digest is the sha256 of the canonical JSON, however long an array in it is and however often it is used", () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({ solved: i % 2, problem: `p${i}`, steps: undefined }));
  const data = { rows, again: [rows, { b: rows, a: null }] };
  for (const value of [rows, data, data]) expect(digestOf(value)).toBe(sha256(canonicalJson(value)));
  fc.assert(fc.property(fc.jsonValue(), (value) => digestOf(value) === sha256(canonicalJson(value))));
});
