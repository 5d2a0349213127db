import { spawn } from "node:child_process";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { findRunProcesses } from "./proc.mjs";
import { endLeftovers } from "./stop-ladder.mjs";

afterEach(() => {
  vi.restoreAllMocks();
});

let count = 0;
/** A process of a run that ends by itself after so many seconds. */
function sleeper(seconds: number): string {
  const tag = `att_ladder${process.pid}x${count++}`;
  const child = spawn("sleep", [String(seconds)], {
    stdio: "ignore",
    env: { ...process.env, ABLAB_RUN: tag },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return tag;
}

test("a process that ends within its moment of parting is no leftover", async () => {
  // The moment lasts as long as the process needs, on a machine of any speed.
  vi.spyOn(performance, "now").mockReturnValue(0);
  expect(await endLeftovers(sleeper(0.2))).toEqual({ count: 0, killed: [] });
});

test("one that is there after it is ended and counted", async () => {
  const tag = sleeper(300);
  expect(await endLeftovers(tag)).toEqual({ count: 1, killed: [] });
  expect(findRunProcesses(tag)).toEqual([]);
});
