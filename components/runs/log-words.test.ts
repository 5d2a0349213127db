import { expect, test } from "vitest";
import { emptyLogWords } from "./log-words.ts";

test("an empty log is nothing written, or a console that was not sent, and more may come only while the run goes on", () => {
  expect(emptyLogWords({ state: "running", origin: "bench" })).toBe("No output so far.");
  expect(emptyLogWords({ state: "finished", origin: "bench" })).toBe("No output.");
  expect(emptyLogWords({ state: "running", origin: "external" })).toBe(
    "No console output was logged so far.",
  );
  expect(emptyLogWords({ state: "finished", origin: "external" })).toBe("No console output was logged.");
});
