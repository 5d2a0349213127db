import { expect, test } from "vitest";
import { stopAllWords } from "./stop-all.tsx";

test("the button counts what runs and what waits, and the dialog says what becomes of each", () => {
  expect(stopAllWords({ running: 1, starting: 1, queued: 171, finished: 9, stopping: 3 })).toEqual({
    label: "Stop all (2 running, 171 queued)",
    confirm: "Stop 173 runs",
    effect:
      "171 runs leave the queue and never start. 2 runs end at about the step reached now, each by the stop signals of its recipe, SIGKILL last. Every point up to there stays.",
  });
});

test("one queued run and one on a silent worker are named in the singular", () => {
  expect(stopAllWords({ queued: 1, unreachable: 1 })).toEqual({
    label: "Stop all (1 unreachable, 1 queued)",
    confirm: "Stop 2 runs",
    effect:
      "1 run leaves the queue and never starts. For 1 run the request is kept and delivered when a silent worker calls again.",
  });
});

test("where all runs have ended or were asked, there is nothing to press", () => {
  expect(stopAllWords({ finished: 15, failed: 1, stopping: 2 })).toBeNull();
});
