import { expect, test } from "vitest";
import { getRun } from "../../runs/get.ts";
import { reapSilentAttempts } from "../../attempts/finish.ts";
import { endSilentExternal } from "../end.ts";
import { closeLateSessions } from "../session.ts";
import { externalWorld, points, tableOfValues } from "../testing.ts";

const FINISHED = { state: "finished", exitCode: 0, reason: null } as const;

test("a process that evaluates beside a training and ends leaves it running through ten minutes of the clock", () => {
  const { world, verbs, open } = externalWorld();
  const { ctx, clock } = world;
  const { runId } = open();
  const log = (writer: string, metric: string, from: number, to: number) => {
    const values = Array.from({ length: to - from }, (_, i) => from + i);
    const table = tableOfValues(metric, values, from);
    verbs.log(runId, { writer, stream: "history", offset: from, table });
  };
  const states = () => getRun(ctx, runId).attempts.map(({ state }) => state);
  const seen = new Set<string>();
  log("w1", "loss", 0, 15);
  for (let second = 1; second <= 600; second++) {
    clock.now += 1000;
    // Rows come every 15 s, as wandb sends them.
    if (second % 15 === 0) log("w1", "loss", second, second + 15);
    if (second === 65) open({ writer: "w2" });
    if (second === 70) log("w2", "eval/acc", 5, 6);
    if (second === 75) verbs.end(runId, { ...FINISHED, writer: "w2" });
    reapSilentAttempts(ctx, 0);
    if (second % 30 === 0) {
      endSilentExternal(ctx);
      closeLateSessions(ctx);
    }
    if (second % 5 === 0) for (const state of states()) seen.add(state);
  }
  expect([...seen]).toEqual(["running"]);
  verbs.end(runId, { ...FINISHED, writer: "w1" });
  expect(states()).toEqual(["finished"]);
  expect([points(world, runId, "loss").length, points(world, runId, "eval/acc").length]).toEqual([615, 1]);
});
