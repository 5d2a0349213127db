import { expect, test } from "vitest";
import { started } from "../testing.ts";
import { getRun } from "./get.ts";

test("a run killed from outside says so once; the last line of its log is left to lists", () => {
  const { world, attempt } = started();
  attempt.finish({
    code: null,
    signal: "SIGKILL",
    reason: "unknown",
    detail:
      "Ablab did not send it, and nothing shows that memory was short. Last line of the log: step 12/40 reward 0.31",
  });
  const { row, message } = getRun(world.ctx, attempt.runId);
  const end =
    "illed from outside with SIGKILL; Ablab did not send it, and nothing shows that memory was short";
  expect(row.why).toBe(`k${end}. Last line of the log: step 12/40 reward 0.31`);
  expect(message).toMatch(new RegExp(`^K${end}\\. Ran on box, cpu`));
});

test("a run that a person stopped was stopped by that person, and says after which signal it ended", () => {
  const { world, attempt } = started();
  const at = world.clock.now;
  attempt.finish({
    code: null,
    signal: "SIGINT",
    reason: "stopped",
    askedBy: "local",
    endedAt: at + 500,
    escalation: [{ signal: "SIGINT", at }],
  });
  expect(getRun(world.ctx, attempt.runId).message).toMatch(
    /^It was stopped by local, ended 500\u202fms after SIGINT\. /,
  );
});

test("what a stop had to kill is named", () => {
  const { world, attempt } = started();
  const at = world.clock.now;
  attempt.finish({
    code: null,
    signal: "SIGTERM",
    reason: "stopped",
    askedBy: "local",
    endedAt: at + 25_000,
    escalation: [
      { signal: "SIGTERM", at },
      { signal: "SIGKILL", at: at + 25_000 },
    ],
    killed: ["python3 save.py, process 4242"],
  });
  expect(getRun(world.ctx, attempt.runId).row.why).toContain("killed: python3 save.py, process 4242");
});
