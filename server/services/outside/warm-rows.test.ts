import { expect, test, vi } from "vitest";
import { outsideWorld, tableOfValues } from "./testing.ts";

test("a row of a run that sends prepares no statement: each was prepared with an earlier one", () => {
  const { world, open, verbs } = outsideWorld();
  const { runId } = open({ config: { lr: 3 } });
  const send = (step: number) => {
    verbs.find({ experiment: "gsm8k", key: "r1" });
    verbs.log(runId, {
      writer: "w1",
      stream: "history",
      offset: step,
      table: tableOfValues("loss", [step], step),
    });
    const ids = [String(step)];
    const table = tableOfValues("acc", [step], step);
    verbs.log(runId, { writer: "w2", stream: "history", offset: null, ids, table });
    verbs.hear(runId, "w1");
    verbs.isStopAsked(runId);
    verbs.read(runId);
  };
  for (const step of [0, 1, 2]) send(step);
  const prepare = vi.spyOn(world.ctx.db.$client, "prepare");
  send(3);
  expect(prepare.mock.calls.map(([sql]) => sql)).toEqual([]);
});
