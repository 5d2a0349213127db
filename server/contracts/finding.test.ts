import { expect, test } from "vitest";
import { DIGESTED, Finding, severityOf } from "./finding.ts";

const said = {
  rule: "D04",
  metric: null,
  claim: "c",
  evidence: "e",
  action: "a",
  a: null,
  b: null,
  span: null,
};

test.each([
  ["note", "info"],
  ["caution", "warning"],
  ["objection", "error"],
] as const)("a finding that was called %s before is %s now, and is the same in digests", (before, now) => {
  expect(Finding.parse({ ...said, severity: before }).severity).toBe(now);
  expect(severityOf({ severity: before as never })).toBe(now);
  expect(severityOf({ severity: now })).toBe(now);
  expect(DIGESTED[now]).toBe(before);
});

test("another word is no severity", () => {
  expect(Finding.safeParse({ ...said, severity: "grave" }).success).toBe(false);
});
