import { expect, test } from "vitest";
import { endedRuns } from "./experiment-page.tsx";

test("runs are counted once all of them have ended, and while one goes on there is nothing to count", () => {
  expect(endedRuns({ finished: 3, crashed: 1, running: 0 })).toBe(4);
  expect(endedRuns({ finished: 3, queued: 1 })).toBe(0);
  expect(endedRuns({})).toBe(0);
});
