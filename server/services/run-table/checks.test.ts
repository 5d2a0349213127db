import { expect, test } from "vitest";
import { type GroupEntry, RunChecksInput, type RunEntry, RunTableInput } from "../../contracts/run-table.ts";
import { joinWorker, launch, makeWorld, pointsEvents, startNext, type World } from "../testing.ts";
import { countObjecting, objectingRuns, runFindings } from "../runs/findings.ts";
import { groupFindings } from "../../checks/group-findings.ts";
import { type AttemptRecord, selectAttempt } from "#db/queries/attempts.ts";
import { runTable } from "./table.ts";
import { runTableChecks } from "./checks.ts";

const DEAD = { "group/zero_share": 0.95, "group/std": 0, "reward/raw": 1 };

function deadRun() {
  const world = makeWorld();
  launch(world, { seeds: [0] });
  const worker = joinWorker(world);
  const attempt = startNext(world, worker);
  attempt.send(...pointsEvents(DEAD, 20));
  return { world, attempt, worker };
}

const attemptOf = (world: World, id: string) => selectAttempt(world.ctx.db, id) as AttemptRecord;
const rulesOf = (world: World, id: string) =>
  (runFindings(world.ctx, [attemptOf(world, id)]).get(id) ?? []).map((o) => o.rule);
const table = async (world: World, view = {}) =>
  (await runTable(world.ctx, RunTableInput.parse(view))).entries[0];

test("the table does not judge by itself; once the rules have looked it says what they found", async () => {
  const { world } = deadRun();
  expect(((await table(world)) as RunEntry).run.findings).toBeNull();
  const looked = await runTableChecks(world.ctx, RunChecksInput.parse({}));
  expect(looked.unread).toBe(0);
  expect(
    Object.values(looked.findings)
      .flat()
      .map((o) => o.rule),
  ).toContain("D01");
  expect(((await table(world)) as RunEntry).run.findings?.map((o) => o.rule)).toContain("D01");
});

test("a run that has not started has nothing to look at", async () => {
  const world = makeWorld();
  launch(world, { seeds: [0] });
  expect(((await table(world)) as RunEntry).run.findings).toEqual([]);
  expect(await runTableChecks(world.ctx, RunChecksInput.parse({}))).toMatchObject({ unread: 0 });
});

test("a group says how many of its runs are flagged and how many nobody has looked at", async () => {
  const { world } = deadRun();
  const view = { group: "recipe" };
  expect(((await table(world, view)) as GroupEntry).checks).toEqual({ flagged: 0, worst: null, unread: 1 });
  expect(await runTableChecks(world.ctx, RunChecksInput.parse(view))).toMatchObject({ unread: 0 });
  expect(((await table(world, view)) as GroupEntry).checks).toMatchObject({ flagged: 1, unread: 0 });
});

test("a run is judged again when its points have advanced, and only then", () => {
  const { world, attempt } = deadRun();
  const found = () => runFindings(world.ctx, [attemptOf(world, attempt.attemptId)]).get(attempt.attemptId);
  const first = found();
  expect(found()).toBe(first);
  attempt.send({ t: "points", step: 21, at: 40, values: { "group/zero_share": 0.95 } });
  const second = found();
  expect(second).not.toBe(first);
  expect(found()).toBe(second);
  attempt.send({ t: "points", step: 22, at: 41, values: { "optim/grad_norm": Number.NaN } });
  expect(rulesOf(world, attempt.attemptId)).toContain("D13");
});

test("a run is judged again when the baseline that it is read against becomes another", () => {
  const world = makeWorld();
  const worker = joinWorker(world, { slots: 9 });
  const { experimentId } = launch(world, { presets: ["baseline", "no_kl"], seeds: [0] });
  const attempts = [startNext(world, worker), startNext(world, worker)];
  for (const attempt of attempts) attempt.send(...pointsEvents({ "reward/raw": 1 }, 20));
  for (const attempt of attempts) attempt.finish();
  const found = () =>
    runFindings(world.ctx, [attemptOf(world, attempts[1].attemptId)]).get(attempts[1].attemptId);
  const first = found();
  expect(found()).toBe(first);
  world.clock.now += 1000;
  launch(world, { seeds: [0] }, { experimentId });
  const again = startNext(world, worker);
  again.send(...pointsEvents({ "reward/raw": 2 }, 20));
  expect(found()).not.toBe(first);
});

test("the count beside Checks is of the lines that the page lists: a rule once per experiment", () => {
  const { world, attempt, worker } = deadRun();
  expect(countObjecting(world.ctx)).toBe(1);
  expect(objectingRuns(world.ctx).runs).toHaveLength(1);
  attempt.finish();
  launch(world, { seeds: [2] }, { experimentId: objectingRuns(world.ctx).runs[0].experimentId });
  const other = startNext(world, worker);
  other.send(...pointsEvents(DEAD, 20));
  other.finish();
  expect(groupFindings(objectingRuns(world.ctx).runs)).toMatchObject([{ runs: [{}, {}] }]);
  expect(countObjecting(world.ctx)).toBe(1);
  launch(world, { seeds: [1] }, { title: "Another" });
  expect(countObjecting(world.ctx)).toBe(1);
});
