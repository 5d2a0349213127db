import { watchStatements } from "#db/testing.ts";
import { describe, expect, test } from "vitest";
import { growthOfSteps } from "../../../workers/math/testing/count-steps.ts";
import { getRun } from "../runs/get.ts";
import { labelDistribution } from "./distribution.ts";
import { listLabelSets } from "./overview.ts";
import { labelledSteps } from "./steps.ts";
import { type Label, labelsEvent, labelWorld, step } from "./testing.ts";

const EPISODES = [[step("GET_IIS"), step("DROP")], [step("DIAGNOSE")], null];
const good: Label[] = [
  { i: 0, step: 1, label: 0.2, reason: "diagnostic_action" },
  { i: 0, step: 2, label: 1, reason: "iis_reduced_by_2" },
  { i: 1, step: 1, label: 0.5, reason: "correct_diagnosis_1/2" },
];
const stepsOf = (sets: string[], { world }: ReturnType<typeof labelWorld>) =>
  labelledSteps(world.ctx, {
    sets,
    label: null,
    reason: null,
    action: null,
    position: null,
    type: null,
    limit: 50,
    offset: 0,
  });

describe("labels", () => {
  test("become one set per attempt on the evaluation of the slot, and name steps of its episodes", () => {
    const world = labelWorld(EPISODES);
    const attempt = world.labeller();
    attempt.send(labelsEvent(good.slice(0, 2)));
    attempt.send(labelsEvent(good.slice(2)));
    attempt.finish();
    const [set, ...others] = listLabelSets(world.world.ctx);
    expect(others).toEqual([]);
    expect(set).toMatchObject({
      n: 3,
      episodes: 2,
      run: { id: attempt.runId, state: "finished" },
      labelled: { id: world.policy.runId },
      evaluation: { id: world.evaluationId },
    });
    expect(stepsOf([set.id], world).rows).toMatchObject([
      { key: "p0", step: 1, action: "GET_IIS", label: 0.2, target: null },
      { key: "p0", step: 2, action: "DROP", label: 1, target: "c1", iisBefore: ["c1", "c2"] },
      { key: "p1", step: 1, action: "DIAGNOSE", label: 0.5 },
    ]);
  });

  test("of a second run on the same evaluation are a second set", () => {
    const world = labelWorld(EPISODES);
    for (const label of [0, 1]) world.labeller().send(labelsEvent([{ i: 0, step: 1, label, reason: "x" }]));
    const sets = listLabelSets(world.world.ctx);
    expect(sets.map((set) => set.n)).toEqual([1, 1]);
    const both = labelDistribution(
      world.world.ctx,
      sets.map((set) => set.id),
    );
    expect(both.cautions).toContainEqual(expect.stringContaining("counted twice"));
  });

  test.each([
    ["a problem without an episode", { i: 2, step: 1, label: 0, reason: "x" }, /names problem 2, of which/],
    ["a problem that is not there", { i: 7, step: 1, label: 0, reason: "x" }, /names problem 7/],
    [
      "a step after the end",
      { i: 1, step: 2, label: 0, reason: "x" },
      /step 2 of problem 1.*ended at step 1/,
    ],
  ])("that name %s are refused whole, in words on the run page", (_what, bad, words) => {
    const world = labelWorld(EPISODES);
    const attempt = world.labeller();
    attempt.send(labelsEvent([...good, bad]));
    expect(listLabelSets(world.world.ctx)).toEqual([]);
    expect(getRun(world.world.ctx, attempt.runId).notes[0].message).toMatch(words);
  });

  test("given twice to one step: the first stays, and the page says how many were refused", () => {
    const world = labelWorld(EPISODES);
    const attempt = world.labeller();
    attempt.send(labelsEvent(good), labelsEvent([{ ...good[0], label: 1 }]));
    expect(getRun(world.world.ctx, attempt.runId).notes[0].message).toMatch(
      /1 of 1 label names steps that have one/,
    );
    const [set] = listLabelSets(world.world.ctx);
    expect(stepsOf([set.id], world).rows[0].label).toBe(0.2);
  });

  test("of a run without a source say what is missing", () => {
    const world = labelWorld(EPISODES);
    const attempt = world.labeller();
    world.world.ctx.db.$client.exec("delete from run_inputs");
    attempt.send(labelsEvent(good));
    expect(getRun(world.world.ctx, attempt.runId).notes[0].message).toMatch(
      /slot "episodes" of run .* names no stored/,
    );
  });
});

/** A labelling run under way on `episodes` episodes of ten steps, and what it says: a label for every step. */
function labelEach(episodes: number) {
  const length = 10;
  const episode = Array.from({ length }, (_, k) => step(k % 2 ? "DROP" : "GET_IIS"));
  const world = labelWorld(Array.from({ length: episodes }, () => episode));
  const attempt = world.labeller();
  const rows = Array.from({ length: episodes * length }, (_, j): Label => ({
    i: Math.floor(j / length),
    step: (j % length) + 1,
    label: [0, 0.2, 0.5, 1][(j * 7) % 4],
    reason: `iis_reduced_by_${j % 5}`,
  }));
  const { ctx } = world.world;
  const store = () => attempt.send(labelsEvent(rows));
  const count = () => labelDistribution(ctx, [listLabelSets(ctx)[0].id]);
  return { db: ctx.db, labels: rows.length, store, count };
}

describe("many labels", () => {
  test("are stored in steps that follow their number, one statement each, and no table is gone through", () => {
    expect(growthOfSteps(60, (episodes) => labelEach(episodes).store)).toBeLessThan(10);
    const { db, labels, store } = labelEach(100);
    const asked = watchStatements(db, store);
    const inserts = asked.statements.filter((sql) => /insert into step_labels/.test(sql));
    expect(inserts).toHaveLength(labels);
    expect(asked.statements.length - labels).toBeLessThan(30);
    expect(asked.scanned).toEqual([]);
  });

  test("are counted in steps that follow their number, by the same statements whatever it is", () => {
    const grown = growthOfSteps(60, (episodes) => {
      const made = labelEach(episodes);
      made.store();
      return made.count;
    });
    expect(grown).toBeLessThan(10);
    const [few, many] = [10, 80].map((episodes) => {
      const { db, labels, store, count } = labelEach(episodes);
      store();
      return watchStatements(db, () => expect(count().n).toBe(labels));
    });
    expect(many.statements).toEqual(few.statements);
    expect(many.scanned).not.toContain("step_labels");
  });
});
