import { expect, test } from "vitest";
import { compareLink } from "#components/search-params/compare-link.ts";
import { compareCommands } from "./compare-commands.ts";

const runs = [
  { id: "run_a", name: "a", experiment: "x", state: "finished" as const },
  { id: "run_b", name: "b", experiment: "x", state: "running" as const },
];

test("on the page of a run the others can be compared with it", () => {
  expect(compareCommands("compare", "/runs/run_a", runs)).toMatchObject([
    { subject: "b", href: compareLink(["run_a", "run_b"]) },
  ]);
  expect(compareCommands("com b", "/runs/run_a", runs)).toHaveLength(1);
});

test.each([
  ["compare", "/runs"],
  ["compare", "/runs/run_a/x"],
  ["co", "/runs/run_a"],
  ["b", "/runs/run_a"],
])("%j on %s offers none", (typed, path) => {
  expect(compareCommands(typed, path, runs)).toEqual([]);
});
