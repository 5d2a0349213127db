import { expect, test } from "vitest";
import { findVerb } from "./verbs.ts";

test.each([
  ["keep", "edit"],
  ["chain", "pipeline"],
  ["mark-dead", "mark-lost"],
  ["witness", "run --"],
])("a verb that was called %s is found as %s", async (former, name) => {
  const load = findVerb([former]);
  expect((await load!()).verb.name).toBe(name);
});

test("run shows a run, and runs a command behind --", async () => {
  const [shows, runs] = await Promise.all([
    findVerb(["run", "s0"])!(),
    findVerb(["run", "--name", "a", "--", "x"])!(),
  ]);
  expect([shows.verb.name, runs.verb.name]).toEqual(["run", "run --"]);
  expect([findVerb(["constructor"]), findVerb([])]).toEqual([undefined, undefined]);
});
