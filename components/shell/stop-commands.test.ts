import { expect, test } from "vitest";
import { stopCommands } from "./stop-commands.ts";

const runs = (["running", "queued", "stopping", "unreachable", "finished"] as const).map((state) => ({
  id: `run_${state}`,
  name: `grpo-${state}`,
  state,
  origin: "bench" as const,
}));
const offered = (typed: string) => stopCommands(typed, runs as never, () => {}).map(({ subject }) => subject);

test("the verb offers to stop every run that a press ends, and each asks first", () => {
  expect(offered("stop")).toEqual(["grpo-running", "grpo-queued"]);
  expect(offered("grpo sto")).toEqual(["grpo-running", "grpo-queued"]);
  const stopped: string[] = [];
  const [first] = stopCommands("stop", runs as never, (id) => stopped.push(id));
  expect(first.confirm).toBe("It ends where it is. Every point up to there stays.");
  first.run?.();
  expect(stopped).toEqual(["run_running"]);
});

test("the name of a run alone offers to stop nothing", () => {
  expect(offered("grpo-running")).toEqual([]);
  expect(offered("st")).toEqual([]);
  expect(offered("")).toEqual([]);
});
