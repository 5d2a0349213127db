import { expect, test } from "vitest";
import { emptyLogWords } from "./log-words.ts";

test("an empty log is nothing written, or a console that was not sent, and more may come only while the run goes on", () => {
  expect(emptyLogWords({ state: "running", origin: "bench" })).toBe("Nothing was written so far.");
  expect(emptyLogWords({ state: "finished", origin: "bench" })).toBe("Nothing was written.");
  expect(emptyLogWords({ state: "running", origin: "outside" })).toBe("Its client sent no console so far.");
  expect(emptyLogWords({ state: "finished", origin: "outside" })).toBe("Its client sent no console.");
});
