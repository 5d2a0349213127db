import { describe, expect, test } from "vitest";
import { joinWorker, launch, makeWorld, startNext, type World } from "../testing.ts";
import { createLiveBus } from "../../live/bus.ts";
import { experimentAnswers } from "./answers.ts";
import { codeStamp } from "../code-stamp.ts";
import { listExperiments } from "./list.ts";

const ALL = { archived: false };

test("answers are worked out in the order of the list, some at a time, and how many are left is said", async () => {
  const world = makeWorld();
  for (const title of ["a", "b", "c"]) {
    launch(world, {}, { title });
    world.clock.now += 1;
  }
  const [first] = listExperiments(world.ctx);
  const one = await experimentAnswers(world.ctx, ALL, 0);
  expect([Object.keys(one.answers), one.unread]).toEqual([[first.id], 2]);
  const rest = await experimentAnswers(world.ctx, ALL, Infinity);
  expect([Object.keys(rest.answers).length, rest.unread]).toEqual([3, 0]);
});

test("an answer is worked out anew after a change of its experiment alone", async () => {
  const world = makeWorld();
  const { experimentId } = launch(world, {}, { title: "changed" });
  launch(world, {}, { title: "left alone" });
  await experimentAnswers(world.ctx, ALL, Infinity);
  const statements: string[] = [];
  const prepare = world.ctx.db.$client.prepare.bind(world.ctx.db.$client);
  world.ctx.db.$client.prepare = (sql: string) => {
    statements.push(sql);
    return prepare(sql);
  };
  const asked = async () => {
    statements.length = 0;
    const { answers } = await experimentAnswers(world.ctx, ALL, Infinity);
    return { answers, n: statements.length };
  };
  const known = await asked();
  expect((await asked()).n).toBe(known.n);
  launch(world, { presets: ["no_kl"] }, { experimentId });
  const after = await asked();
  expect(after.n).toBeGreaterThan(known.n);
  expect(after.answers[experimentId].words).not.toBe(known.answers[experimentId].words);
});

test("the rules look at an experiment with live runs again after a while, and what it was stands until then", async () => {
  const world = makeWorld();
  const { experimentId } = launch(world);
  startNext(world, joinWorker(world));
  await experimentAnswers(world.ctx, ALL, Infinity);
  launch(world, {}, { title: "newer, without an answer" });
  world.clock.now += 60_000;
  const { answers, unread } = await experimentAnswers(world.ctx, ALL, 0);
  expect([Object.keys(answers).includes(experimentId), unread]).toEqual([true, 1]);
});

test("what nobody has seen yet is worked out before what is only old, wherever they stand in the list", async () => {
  const world = makeWorld();
  const unseen = launch(world, {}, { title: "older, without an answer" });
  world.clock.now += 1;
  const seen = launch(world, {}, { title: "newer" });
  expect(Object.keys((await experimentAnswers(world.ctx, ALL, 0)).answers)).toEqual([seen.experimentId]);
  launch(world, { presets: ["no_kl"] }, { experimentId: seen.experimentId });
  const { answers, unread } = await experimentAnswers(world.ctx, ALL, 0);
  expect([Object.keys(answers).includes(unseen.experimentId), unread]).toEqual([true, 1]);
});

/** The same database, as the next process has it. */
const restarted = ({ ctx }: World) => ({ ...ctx, live: createLiveBus() });

test("where nothing can be stored, answers are given all the same", async () => {
  const world = makeWorld();
  const { experimentId } = launch(world);
  world.ctx.db.$client.pragma("query_only = 1");
  const { answers, unread } = await experimentAnswers(world.ctx, ALL, Infinity);
  expect([Object.keys(answers), unread]).toEqual([[experimentId], 0]);
});

describe("answers after a restart", () => {
  test("are there at once, without any being worked out", async () => {
    const world = makeWorld();
    for (const title of ["a", "b", "c"]) launch(world, {}, { title });
    const before = await experimentAnswers(world.ctx, ALL, Infinity);
    const after = await experimentAnswers(restarted(world), ALL, 0);
    expect(after).toEqual(before);
    expect([Object.keys(after.answers).length, after.unread]).toEqual([3, 0]);
  });

  test("of what changed since it was looked at stand as they were until they are worked out anew", async () => {
    const world = makeWorld();
    const { experimentId } = launch(world, {}, { title: "changed" });
    const left = launch(world, {}, { title: "left alone" });
    const before = await experimentAnswers(world.ctx, ALL, Infinity);
    launch(world, { presets: ["no_kl"] }, { experimentId });
    const next = restarted(world);
    const after = await experimentAnswers(next, ALL, 0);
    expect(after.unread).toBe(0);
    expect(after.answers[experimentId].words).not.toBe(before.answers[experimentId].words);
    expect(after.answers[left.experimentId]).toEqual(before.answers[left.experimentId]);
  });

  test("of other code, and of experiments that are gone, are not taken", async () => {
    const world = makeWorld();
    const { experimentId } = launch(world);
    const before = await experimentAnswers(world.ctx, ALL, Infinity);
    const { $client } = world.ctx.db;
    const codes = () => $client.prepare("select code from summary_cache").pluck().all();
    expect(codes()).toEqual([codeStamp()]);
    $client.prepare("update summary_cache set code = 'another', answer = '{}'").run();
    const after = await experimentAnswers(restarted(world), ALL, Infinity);
    expect(after.answers[experimentId]).toEqual(before.answers[experimentId]);
    expect(codes()).toEqual([codeStamp()]);
  });
});
