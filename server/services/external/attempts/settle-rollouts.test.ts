import { expect, test } from "vitest";
import { selectGroupsOfStep, selectRolloutSteps } from "#db/rollouts/read-groups.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { rollout } from "../../rollouts/testing.ts";
import { rolloutText } from "../../rollouts/group.ts";
import { getRun } from "../../runs/get.ts";
import { externalWorld, tableOfValues, type ExternalWorld } from "../testing.ts";

/** A run of which `w1` has logged the steps from 0 to 29 with completions at 25, before it fell silent and `w2` opened it. */
function requeued() {
  const external = externalWorld();
  const { runId } = external.open();
  const log = (writer: string, metric: string, from: number, to: number) => {
    external.world.clock.now += 1000;
    const values = Array.from({ length: to - from }, (_, i) => from + i);
    const table = tableOfValues(metric, values, from);
    external.verbs.log(runId, { writer, stream: "history", offset: from, table });
  };
  const complete = (says: string, step = 25, rewards = [0, 2]) =>
    external.verbs.keepRollouts(
      runId,
      rewards.map((reward, place) => rollout({ step, place, says, reward })),
    );
  log("w1", "loss", 0, 30);
  complete("first");
  external.world.clock.now += 1000;
  external.open({ writer: "w2" });
  return { ...external, runId, log, complete };
}

/** Steps with completions by attempt: its number and how many groups. */
function groupsOf({ world }: ExternalWorld, runId: string) {
  const { attempts } = getRun(world.ctx, runId);
  const at = (attemptId: string, step: number) =>
    selectGroupsOfStep(world.ctx.db, { attemptId, opener: "", phase: "train", step }).map(({ n }) => n);
  return attempts.map(({ id }) => [20, 25].map((step) => at(id, step)));
}

const saidAt = ({ world }: ExternalWorld, runId: string, step: number, place = 0) =>
  rolloutText(world.ctx, { runId, phase: "train", step, key: "six-seven", place, page: 0 })?.turns[0].text;

test("completions before the first row of a process that goes back are of its attempt; the earlier one keeps its own", () => {
  const it = requeued();
  it.complete("before", 20);
  it.complete("second");
  // Its attempt is not known yet, and what it sent is shown all the same.
  expect(saidAt(it, it.runId, 25)).toBe("second");
  it.log("w2", "loss", 20, 26);
  expect(groupsOf(it, it.runId)).toEqual([
    [[], [2]],
    [[2], [2]],
  ]);
  expect(saidAt(it, it.runId, 25)).toBe("second");
  const [first, second] = getRun(it.world.ctx, it.runId).attempts;
  const spread = (id: string) => pointStore(it.world.ctx.db).series([id], ["group/std"])[0]?.n ?? 0;
  expect([spread(first.id), spread(second.id)]).toEqual([1, 2]);
});

test("those of a process that goes on where the work stopped join its attempt", () => {
  const it = requeued();
  it.complete("next", 30);
  it.log("w2", "loss", 30, 32);
  const { attempts } = getRun(it.world.ctx, it.runId);
  expect(attempts).toHaveLength(1);
  expect(selectRolloutSteps(it.world.ctx.db, it.runId)).toMatchObject([
    { step: 25, attemptId: attempts[0].id, opener: "" },
    { step: 30, attemptId: attempts[0].id, opener: "" },
  ]);
});

test("those of a process that only adds take the place of the same ones in the attempt, others stay", () => {
  const it = requeued();
  it.complete("again", 25, [1]);
  it.log("w2", "test/acc", 30, 31);
  expect(groupsOf(it, it.runId)).toEqual([[[], [2]]]);
  expect([saidAt(it, it.runId, 25), saidAt(it, it.runId, 25, 1)]).toEqual(["again", "first"]);
});

test("those of a process that ends without a row stay with the attempt", () => {
  const it = requeued();
  it.complete("only", 20);
  it.verbs.end(it.runId, { writer: "w2", state: "finished", exitCode: 0, reason: null });
  expect(groupsOf(it, it.runId)).toEqual([[[2], [2]]]);
});

test("completions while the earlier process still speaks are of the attempt that it works on", () => {
  const it = requeued();
  it.log("w1", "loss", 30, 31);
  it.complete("live", 20);
  expect(groupsOf(it, it.runId)).toEqual([[[2], [2]]]);
});
