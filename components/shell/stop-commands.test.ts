import { expect, test } from "vitest";
import { effectOfStop, stopCommands } from "./stop-commands.ts";

const runs = (["running", "queued", "stopping", "unreachable", "finished"] as const).map((state) => ({
  id: `run_${state}`,
  name: `grpo-${state}`,
  state,
  origin: "bench" as const,
}));
const offered = (typed: string) => stopCommands(typed, runs, () => {}).map(({ subject }) => subject);

test("the verb offers to stop every run that a press ends, and each asks about its own", () => {
  expect(offered("stop")).toEqual(["grpo-running", "grpo-queued"]);
  expect(offered("grpo sto")).toEqual(["grpo-running", "grpo-queued"]);
  const asked: string[] = [];
  const [first] = stopCommands("stop", runs, ({ id }) => asked.push(id));
  first.run?.();
  expect(asked).toEqual(["run_running"]);
});

test("the name of a run alone offers to stop nothing", () => {
  expect(offered("grpo-running")).toEqual([]);
  expect(offered("st")).toEqual([]);
  expect(offered("")).toEqual([]);
});

test("what a stop does is said by where the run is", () => {
  const of = (state: "running" | "queued", origin: string) =>
    effectOfStop({ id: "", name: "", state, origin } as never);
  expect(of("running", "bench")).toContain("It ends where it is.");
  expect(of("queued", "bench")).toBe("It leaves the queue.");
  expect(of("running", "external")).toContain("with its next request");
});
