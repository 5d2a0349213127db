import { expect, test } from "vitest";
import { readKept, writeKept } from "./kept.ts";

test("what is kept of axes is read from an address as it was written there", () => {
  const kept = new Map([
    ["param:learning_rate", { from: 0.001, to: 0.1 }],
    ["param:reward", { words: ["rr5", "a~b"] }],
  ]);
  expect(readKept(writeKept(kept))).toEqual(kept);
  expect(writeKept(kept)[0]).toBe("param:learning_rate~0.001~0.1");
});

test("an address that means nothing keeps everything", () => {
  expect(readKept(["param:lr", "~1~2", "param:lr~1", "param:lr~a~b"]).size).toBe(0);
  expect(readKept(["param:lr~2~1"]).get("param:lr")).toEqual({ from: 1, to: 2 });
});
