import { expect, test } from "vitest";
import { missingText } from "./missing-text.ts";

test.each(["runs", "experiments", "evaluations", "benchmarks", "reports", "workers"])(
  "a missing thing of /%s is named and leads to its list",
  (kind) => {
    const { title, message, list } = missingText(`/${kind}/x_1`);
    expect(title).toContain(kind.slice(0, -1));
    expect(message).toContain("x_1");
    expect(list?.href).toBe(`/${kind}`);
  },
);

test("a missing episode names its evaluation and its problem", () => {
  const { message, list } = missingText("/evaluations/eva_1/lp%2F7");
  expect(message).toContain("eva_1");
  expect(message).toContain("lp/7");
  expect(list?.href).toBe("/evaluations");
});

test.each(["/nothing", "/", "/runs", "/runs/", "/a/b", "/runs/a/b", "/constructor/x", "/evaluations/a/b/c"])(
  "%s is no kind of thing",
  (path) => {
    expect(missingText(path).list).toBeNull();
  },
);

test("what is no address and what hides characters is written so that it can be read", () => {
  expect(missingText("/runs/%E0%A4%A").message).toContain("%E0%A4%A");
  expect(missingText(`/runs/${"a".repeat(400)}`).message.length).toBeLessThan(250);
  expect(missingText("/runs/a%E2%80%AEb").message).not.toContain("\u202e");
});
