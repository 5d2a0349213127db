import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { asPlainText } from "../../../wording/typography.ts";
import { gpu, machine, scriptOnGpus } from "../../machine/testing.ts";
import { getRun } from "../../runs/get.ts";
import { stopRun } from "../../runs/stop.ts";
import { launchRuns } from "../../runs/launch.ts";
import {
  codeOf,
  freshKey,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  started,
  startNext,
  workerFacts,
} from "../../testing.ts";
import { registerWorker } from "../../workers/register.ts";
import { reapSilentAttempts } from "../finish.ts";
import { heartbeatAttempt } from "../heartbeat.ts";
import { continueRun } from "./continue.ts";
import { markLost, planDeath } from "./mark-lost.ts";

function silent() {
  const { world, worker, attempt } = started();
  attempt.send(...pointsEvents({}, 5));
  world.clock.now += world.ctx.timing.unreachableAfterMs + 1;
  reapSilentAttempts(world.ctx, 0);
  return { world, worker, attempt, run: () => getRun(world.ctx, attempt.runId) };
}

test("what it means is said before, and is then true: ended by a person's word, with its points", () => {
  const { world, attempt, run } = silent();
  const { message } = planDeath(world.ctx, attempt.runId);
  expect(asPlainText(message)).toMatch(
    /^No heartbeat from box since 2027-\S+ \S+ UTC\. Attempt 1 of baseline-s0 counts as killed from then on, by your word, and nobody saw its end\. Its points so far stay, and what its node may still say is not taken\. If box calls again it ends what is left of it\. The run can then be retried\.$/,
  );
  expect(run().row.state).toBe("unreachable");
  expect(markLost(world.ctx, attempt.runId)).toMatchObject({
    state: "killed",
    message: expect.stringMatching(
      /^Marked as lost\. Attempt 1 of baseline-s0 counts as killed now, by your word/,
    ),
  });
  expect(run().row).toMatchObject({ state: "killed", step: 5 });
  expect(run().row.why).toMatch(
    /^counted as ended by tester: no heartbeat from box since .*; nobody saw the end$/,
  );
  expect(run().events.at(-1)?.proof).toMatch(
    /^marked as lost by tester: no heartbeat since .*, and nobody saw the end$/,
  );
});

test("where its script still sends points by itself, that it may run is said before anybody ends it by their word", () => {
  const { world, attempt } = silent();
  const at = Float64Array.of(world.clock.now);
  const columns = [{ metric: "loss", axis: "step", x: Float64Array.of(9), value: Float64Array.of(1), at }];
  pointStore(world.ctx.db).append([{ attemptId: attempt.attemptId, source: "client", firstSeq: 1, columns }]);
  expect(asPlainText(planDeath(world.ctx, attempt.runId).message)).toMatch(
    /^No heartbeat from box since \S+ \S+ UTC, but its script measured until \S+ UTC, so it may still run\. Attempt 1/,
  );
});

test("a late word of the node changes nothing, and is told that it counts as lost", () => {
  const { world, attempt, run } = silent();
  markLost(world.ctx, attempt.runId);
  const { endedAt } = run().attempts[0];
  const told = { code: "fenced", details: { deadSince: endedAt } };
  const beat = { fence: 1, sentAt: 0, alive: true, rssMiB: 80, cpuSeconds: 1.5 };
  expect(codeOf(() => heartbeatAttempt(attempt.ctx, attempt.attemptId, beat))).toEqual(told);
  expect(codeOf(() => attempt.send(...pointsEvents({}, 2)))).toEqual(told);
  expect(codeOf(() => attempt.finish())).toEqual(told);
  expect(run().row).toMatchObject({ state: "killed", step: 5 });
  const next = continueRun(world.ctx, { id: attempt.runId, kind: "retry" });
  expect(next.state).toBe("queued");
  expect(codeOf(() => attempt.finish()).code).toBe("fenced");
  expect(run().row.state).toBe("queued");
});

test("a worker that comes back is not told to forget it, so that it hears that the process is to end", () => {
  const { world, attempt } = silent();
  markLost(world.ctx, attempt.runId);
  const back = registerWorker(world.ctx, workerFacts({ holding: [attempt.attemptId] }));
  expect(back.forget).toEqual([]);
});

test("only what is silent can be marked as lost; everything else is stopped", () => {
  const { world, worker, attempt } = started();
  expect(() => markLost(world.ctx, attempt.runId)).toThrow(/is running and sends heartbeats\./);
  attempt.finish();
  expect(() => planDeath(world.ctx, attempt.runId)).toThrow(/has already ended: finished/);
  const { runs } = launch(world, { seeds: [3] });
  expect(() => markLost(world.ctx, runs[0].id)).toThrow(/waits in the queue/);
  const next = startNext(world, worker);
  stopRun(world.ctx, next.runId);
  world.clock.now += world.ctx.timing.unreachableAfterMs + 1;
  reapSilentAttempts(world.ctx, 0);
  expect(markLost(world.ctx, next.runId).state).toBe("killed");
});

test("its GPUs stay booked until a reading shows that nothing of it stands there", () => {
  const world = makeWorld();
  const worker = joinWorker(world, { recipes: [scriptOnGpus("one", 1)] });
  const matrix = { presets: ["default"], edits: {}, factors: [], seeds: [0, 1] };
  const question = { recipe: "one", matrix, experiment: { title: "q" } };
  launchRuns(world.ctx, { launchKey: freshKey(), ...question });
  const first = worker.claim(1, "arrives", machine([gpu(0)]));
  expect(first?.gpus).toEqual(["GPU-0"]);
  world.clock.now += world.ctx.timing.unreachableAfterMs + 1;
  reapSilentAttempts(world.ctx, 0);
  expect(markLost(world.ctx, first?.runId ?? "").message).toContain(
    "Its 1 GPU stays booked until a worker shows",
  );
  const heldBy = [first?.attemptId ?? ""];
  expect(worker.claim(1, "arrives", machine([gpu(0, { heldBy })]))).toBeNull();
  expect(worker.claim(1, "arrives", machine([gpu(0)]))?.gpus).toEqual(["GPU-0"]);
});
