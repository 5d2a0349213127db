import { expect, test } from "vitest";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { deleteRun } from "../runs/delete.ts";
import { stopRun } from "../runs/stop.ts";
import { externalWorld } from "../external/testing.ts";
import { reapSilentAttempts } from "../attempts/finish.ts";
import { listAlerts, markAlerts } from "../alerts/list.ts";
import { listMutes, mute, unmute } from "../alerts/mute.ts";
import { createAlertRule, listAlertRules } from "../alerts/rules.ts";
import { codeOf, joinWorker, launch, makeWorld, pointsEvents, startNext, started } from "../testing.ts";
import { lookForAlerts, startWatch } from "./look.ts";
import { said, watching } from "./testing.ts";

const MINUTE = 60_000;

test("an end says how it came, once, whatever is looked at afterwards and by whom", () => {
  const { world, attempt } = started();
  const { look, restart } = watching(world);
  attempt.finish({ code: 1, reason: "error", detail: "/home/somebody/secret.py: no" });
  look();
  const [alert] = listAlerts(world.ctx, { only: "all", limit: 10 }).alerts;
  expect(alert).toMatchObject({
    kind: "failed",
    level: "problem",
    run: { id: attempt.runId, state: "failed" },
  });
  expect(alert.title).toMatch(/ failed$/);
  // A line of a log may hold anything, and alerts leave the machine.
  expect(alert.why).toBe("Ended with an error (exit 1).");
  look();
  restart();
  look();
  expect(said(world)).toHaveLength(1);
});

test("runs that finish and runs that somebody stopped are told apart from failures", () => {
  const world = makeWorld();
  const { runs } = launch(world, { seeds: [0, 1] });
  const { look } = watching(world);
  startNext(world, joinWorker(world)).finish();
  stopRun(world.ctx, runs[1].id);
  look();
  expect(said(world)).toEqual([`ended: ${runs[1].name} was stopped`, `ended: ${runs[0].name} finished`]);
});

test("what somebody here stopped waits for nobody to read it", () => {
  const world = makeWorld();
  const { runs } = launch(world, { seeds: [0, 1, 2] });
  const { look } = watching(world);
  const worker = joinWorker(world);
  const attempt = startNext(world, worker);
  stopRun(world.ctx, attempt.runId);
  attempt.finish({ code: null, signal: "SIGINT", reason: "stopped", askedBy: "tester" });
  const elsewhere = startNext(world, worker);
  elsewhere.finish({ code: null, reason: "stopped", askedBy: "root on node7" });
  const queued = runs.find(({ id }) => id !== attempt.runId && id !== elsewhere.runId);
  stopRun(world.ctx, queued?.id ?? "");
  look();
  const all = listAlerts(world.ctx, { only: "all", limit: 10 });
  expect(all.alerts.map(({ title, readAt }) => [title.replace(/^\S+ /, ""), readAt !== null])).toEqual([
    ["was stopped", true],
    ["was stopped", false],
    ["was stopped", true],
  ]);
  expect(all.unread).toBe(1);
});

test("what ended before alerts were there is not told of", () => {
  const { world, attempt } = started();
  attempt.finish();
  world.ctx.db.$client.exec("update alert_cursors set reached = (select max(id) from status_events)");
  watching(world).look();
  expect(said(world)).toEqual([]);
});

test("silence is told once an hour, however often a run is heard and lost", () => {
  const { world, attempt } = started();
  const { look } = watching(world);
  const lose = () => {
    world.clock.now += 40_000;
    expect(reapSilentAttempts(world.ctx, 0)).toBe(1);
    look();
    attempt.send();
  };
  lose();
  lose();
  expect(said(world)).toHaveLength(1);
  expect(listAlerts(world.ctx, { only: "all", limit: 1 }).alerts[0].why).toMatch(
    /^No heartbeat since .* not a verdict/,
  );
  world.clock.now += 3_600_000;
  lose();
  expect(said(world)).toHaveLength(2);
});

test("the first value that is not finite is told with its step, and no check says it again", () => {
  const { world, attempt } = started();
  const { look, restart } = watching(world);
  attempt.send(...pointsEvents({ "reward/raw": 1, "policy/kl": 0.1 }, 3));
  look();
  expect(said(world)).toEqual([]);
  attempt.send({ t: "points", step: 4, at: 20, values: { "reward/raw": Number.NaN, "policy/kl": Infinity } });
  // The rows of series say it once their points are in place, at the latest when the attempt ends.
  attempt.finish();
  look();
  restart();
  look();
  const nan = listAlerts(world.ctx, { only: "all", limit: 10 }).alerts.filter(({ kind }) => kind !== "ended");
  expect(nan).toMatchObject([{ kind: "nan", level: "problem" }]);
  expect(nan[0].why).toBe("policy/kl, reward/raw: 1 value of policy/kl is NaN or infinite, first at step 4.");
});

test("an objection of a check is told once with what the check saw", () => {
  const { world, attempt } = started();
  const { look, restart } = watching(world);
  attempt.send(
    ...pointsEvents({ "reward/raw": 0.1, "group/zero_share_raw": 0.95, "group/all_failed_share": 0.95 }, 60),
  );
  look();
  look(20_000);
  restart();
  look(20_000);
  const found = listAlerts(world.ctx, { only: "all", limit: 10 }).alerts;
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ kind: "objection", run: { id: attempt.runId } });
  expect(found[0].why).toMatch(/^Check D\d\d objects: /);
});

test("what is muted is kept and not counted, and is heard again when that is taken back or its time is over", () => {
  const world = makeWorld();
  const { runs, experimentId } = launch(world, { seeds: [0, 1, 2, 3] });
  const { look } = watching(world);
  const worker = joinWorker(world, { slots: 4 });
  const end = () => startNext(world, worker).finish();
  const unread = () => listAlerts(world.ctx, { only: "unread", limit: 100 }).total;
  const byRule = mute(world.ctx, { kind: "rule", subject: "ended", forMs: null });
  expect(byRule).toMatchObject({ name: "Ended", until: null });
  end();
  look();
  expect([unread(), said(world, "muted").length]).toEqual([0, 1]);
  unmute(world.ctx, byRule.id);
  mute(world.ctx, { kind: "experiment", subject: experimentId, forMs: 10 * MINUTE });
  end();
  look();
  expect([unread(), said(world, "muted").length]).toEqual([0, 2]);
  world.clock.now += 10 * MINUTE;
  expect(listMutes(world.ctx)).toEqual([]);
  mute(world.ctx, { kind: "run", subject: runs[2].id, forMs: null });
  end();
  end();
  look();
  expect([unread(), said(world, "muted").length]).toEqual([1, 3]);
  expect(codeOf(() => mute(world.ctx, { kind: "run", subject: "run_0", forMs: null })).code).toBe(
    "not_found",
  );
});

test("marking read is taken back by its own answer", () => {
  const world = makeWorld();
  const { runs } = launch(world, { seeds: [0, 1, 2] });
  const worker = joinWorker(world, { slots: 3 });
  for (const _ of runs) startNext(world, worker).finish();
  watching(world).look();
  const first = markAlerts(world.ctx, { read: true, ids: [1] });
  const rest = markAlerts(world.ctx, { read: true, upTo: 3 });
  expect([first.ids, rest.ids]).toEqual([[1], [2, 3]]);
  expect(listAlerts(world.ctx, { only: "unread", limit: 5 }).unread).toBe(0);
  markAlerts(world.ctx, { read: false, ids: rest.ids });
  expect(listAlerts(world.ctx, { only: "unread", limit: 5 }).alerts.map(({ id }) => id)).toEqual([3, 2]);
});

test("what a training said by its own logger stands in the same list, once for its id", () => {
  const { world, verbs, open } = externalWorld();
  const { runId } = open({});
  const alert = { title: "KL too high", text: "0.9", level: "problem" as const };
  const note = { level: "warning" as const, message: "KL too high: 0.9", id: "a", alert };
  verbs.say(runId, note, note);
  verbs.say(runId, note, { ...note, id: "b" });
  verbs.say(runId, { level: "info", message: "not an alert" });
  const found = listAlerts(world.ctx, { only: "all", limit: 10 }).alerts;
  expect(found.map(({ kind, level }) => [kind, level])).toEqual([
    ["client", "problem"],
    ["client", "problem"],
  ]);
  expect(found[0].title).toMatch(/: KL too high$/);
  expect(found[0].why).toBe("0.9\nThe training said so by its own logger.");
});

test("hidden characters of a name are written out, so that no alert shows another name", () => {
  const { world, verbs, open } = externalWorld();
  const { runId } = open();
  const title = "ok\u202egpj\u0000\nfine";
  verbs.say(runId, { level: "info", message: title, id: "x", alert: { title, text: "", level: "info" } });
  const [found] = listAlerts(world.ctx, { only: "all", limit: 1 }).alerts;
  expect(found.title).toMatch(/: ok\\u\{202e\}gpj/);
  expect(found.title).not.toMatch(/[\u202e\n]/);
});

test("alerts go with their run, and rules with what they watch", () => {
  const { world, attempt } = started();
  createAlertRule(world.ctx, {
    metric: "reward/raw",
    condition: "above",
    value: 1,
    span: 0,
    unit: "steps",
    scope: "run",
    of: attempt.runId,
  });
  mute(world.ctx, { kind: "run", subject: attempt.runId, forMs: null });
  attempt.finish();
  watching(world).look();
  expect(said(world)).toHaveLength(1);
  expect(selectLatestAttempts(world.ctx.db, [attempt.runId])).toHaveLength(1);
  deleteRun(world.ctx, attempt.runId);
  expect([
    said(world),
    listMutes(world.ctx),
    listAlertRules(world.ctx).filter(({ builtIn }) => !builtIn),
  ]).toEqual([[], [], []]);
});

test("what got points and is gone does not stand before what goes on", () => {
  const { world, attempt } = started();
  const watch = startWatch(world.ctx);
  const look = () => lookForAlerts(world.ctx, watch);
  look();
  for (let i = 0; i < 200; i += 1) watch.due.add(`run_gone${i}`);
  attempt.send(...pointsEvents({ "reward/raw": 1 }, 2));
  for (let i = 0; i < 3; i += 1) {
    world.clock.now += 6000;
    look();
  }
  expect([...watch.due]).toEqual([]);
  expect(watch.attempts.get(attempt.attemptId)?.lookedAt).toBe(world.clock.now);
  attempt.finish();
  look();
  expect([...watch.attempts]).toEqual([]);
});
