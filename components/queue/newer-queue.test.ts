import { expect, test } from "vitest";
import type { Queue } from "#server/contracts/queue/queue.ts";
import { newerQueue } from "./use-queue-changes.ts";

const queue = (version: number, ...ids: string[]): Queue => ({
  version,
  paused: null,
  total: ids.length,
  runs: ids.map((runId) => ({
    runId,
    name: runId,
    experiment: "Waits",
    experimentId: "exp_1",
    project: { name: "LP", slug: "lp" },
    recipe: "grpo",
    queuedAt: 0,
    priority: "normal",
    why: "no worker is free",
  })),
});

test("a list that was asked for before a move and arrives after it does not take the move back", () => {
  const foreseen = queue(1, "b", "a");
  expect(newerQueue(queue(0, "a", "b"), foreseen)).toBe(foreseen);
});

test("what the server says of the move, or of one of somebody else after it, is what is shown", () => {
  const said = queue(1, "b");
  expect(newerQueue(said, queue(1, "b", "a"))).toBe(said);
  const later = queue(2, "a", "b");
  expect(newerQueue(later, queue(1, "b", "a"))).toBe(later);
  expect(newerQueue(said, null)).toBe(said);
});
