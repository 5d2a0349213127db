import { beforeEach, describe, expect, test } from "vitest";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import type { EvaluationEvent } from "../../../workers/protocol/events.ts";
import { CurveRunsInput } from "../../contracts/charts/curves.ts";
import { resume } from "../series/testing.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  problemHashes,
  startNext,
  type World,
} from "../testing.ts";
import { curveRuns } from "./curve-runs.ts";

let world: World;
beforeEach(() => {
  world = makeWorld();
});
const curves = (input: object = {}) => curveRuns(world.ctx, CurveRunsInput.parse(input));

/** An ablation of two reward configurations with three seeds each. */
const ablation = (title: string) => {
  world.clock.now += 1000;
  return launch(world, { seeds: [0, 1, 2], factors: [{ name: "reward_noise", levels: [0, 4] }] }, { title });
};

describe("runs", () => {
  test("of a filter come newest first, page by page, with how many there are", () => {
    ablation("first");
    ablation("second");
    const page = curves({ limit: 4, offset: 4 });
    expect(page.total).toBe(12);
    expect(page.runs).toHaveLength(4);
    const all = curves({ limit: 200 }).runs;
    expect(page.runs).toEqual(all.slice(4, 8));
    expect(all.map((run) => run.queuedAt)).toEqual(all.map((run) => run.queuedAt).toSorted((a, b) => b - a));
  });

  test("of one experiment, or named ones; a name that is not here is said", () => {
    const { experimentId, runs } = ablation("first");
    ablation("second");
    expect(curves({ experimentId }).total).toBe(6);
    const missing = "run_0000000000000000";
    const named = curves({ runs: [runs[0].id, missing], experimentId });
    expect([named.runs.map((r) => r.id), named.missing]).toEqual([[runs[0].id], [missing]]);
  });

  test("none of which fit give an empty page and not an error", () => {
    expect(curves({ search: "nothing is called so" })).toMatchObject({
      runs: [],
      total: 0,
      variants: [],
      groups: [],
      metrics: [],
    });
  });
});

describe("configurations", () => {
  test("of one experiment stand as on its page, also those that are filtered out, the baseline first", () => {
    const { experimentId, runs } = ablation("first");
    const { variants } = curves({ runs: [runs.at(-1)?.id] });
    expect(variants).toHaveLength(2);
    expect(variants.map((v) => v.baseline)).toEqual([true, false]);
    expect(variants.map((v) => v.key)).toEqual(curves({ experimentId }).variants.map((v) => v.key));
  });

  test("have their place in their own experiment, together with others too", () => {
    const { experimentId } = ablation("first");
    ablation("second");
    const places = (input: object) => new Map(curves(input).variants.map(({ key, place }) => [key, place]));
    expect([...places({}).values()]).toEqual([0, 1, 0, 1]);
    for (const [key, place] of places({ experimentId })) expect(places({}).get(key)).toBe(place);
  });

  test("have the colour of the page of their own experiment, together with others too, and every baseline is ink", () => {
    const { experimentId } = ablation("first");
    ablation("second");
    const colours = (input: object) =>
      new Map(curves(input).variants.map(({ key, colour }) => [key, colour]));
    expect([...colours({ experimentId }).values()]).toEqual(["ink", 1]);
    expect(Array.from(colours({}).values(), String).toSorted()).toEqual(["1", "1", "ink", "ink"]);
    for (const [key, colour] of colours({ experimentId })) expect(colours({}).get(key)).toBe(colour);
  });

  test("of several experiments stand by first launch, and no later launch moves them", () => {
    ablation("first");
    ablation("second");
    const before = curves().variants.map((v) => v.key);
    ablation("third");
    expect(
      curves()
        .variants.map((v) => v.key)
        .slice(0, before.length),
    ).toEqual(before);
    expect(curves().variants.some((v) => v.baseline)).toBe(false);
  });
});

describe("groups", () => {
  test("hold every seed that fits, whatever part of the runs is shown", () => {
    const { experimentId } = ablation("first");
    const { groups, runs } = curves({ experimentId, limit: 1 });
    expect(runs).toHaveLength(1);
    expect(groups.map((g) => g.runIds.length)).toEqual([3, 3]);
  });

  test("count one run per seed: the finished one, and say what is left out", () => {
    const { experimentId } = launch(world, { seeds: [0] });
    world.clock.now += 1000;
    const again = launch(world, { seeds: [0] }, { experimentId });
    const worker = joinWorker(world);
    const attempt = startNext(world, worker);
    attempt.finish();
    const [group] = curves({ experimentId }).groups;
    expect(group).toMatchObject({ runIds: [attempt.runId], leftOut: 1 });
    expect(again.runs.map((r) => r.id)).not.toContain(attempt.runId);
  });

  test("count the run that was launched last where none has begun", () => {
    const { experimentId } = launch(world, { seeds: [0] });
    const again = launch(world, { seeds: [0] }, { experimentId });
    expect(curves({ experimentId }).groups[0].runIds).toEqual(again.runs.map((r) => r.id));
  });
});

test("metrics are those that the shown runs have sent", () => {
  launch(world);
  const attempt = startNext(world, joinWorker(world));
  attempt.send(...pointsEvents({ "reward/raw": 1, "my/own": 2 }, 3));
  expect(curves().metrics).toEqual(["my/own", "progress/episodes", "reward/raw"]);
});

test("a run with a second attempt is said, since that one may hide a part of the first", () => {
  launch(world);
  const attempt = startNext(world, joinWorker(world));
  expect(curves().resumed).toBe(false);
  resume(world, attempt.attemptId);
  expect(curves().resumed).toBe(true);
});

/** How each of the asked runs stands, by id, with its reward and way in words. */
const standings = (ids: string[], more: object = {}) => {
  const { runs, standings: found, rewards, ways } = curves({ runs: ids, ...more });
  const places = new Map(runs.map(({ id, standing }) => [id, standing]));
  return (id: string) => {
    const { reward, ways: own, ...rest } = found[places.get(id) as number];
    return {
      reward: reward === null ? null : rewards[reward].shaped.words,
      ways: own.map((way) => ways[way]),
      ...rest,
    };
  };
};

test("different rewards are told apart, of those in groups beyond the page too", () => {
  const { runs } = ablation("first");
  const ids = runs.map((r) => r.id);
  const of = standings(ids);
  expect(Map.groupBy(ids, (id) => of(id).reward).size).toBe(2);
  expect(curves({ runs: ids, limit: 1 }).rewards).toHaveLength(2);
});

/** Makes the next run send these evaluations, one after the other. */
function measure(
  worker: ReturnType<typeof joinWorker>,
  ...made: { on: string[]; maxSteps?: number; daDefinition?: string; rows?: number }[]
): string {
  const attempt = startNext(world, worker);
  made.forEach(({ on, maxSteps, daDefinition, rows = on.length }, step) => {
    const event = evaluationEvent(on, 1, { step, key: `${step}`, maxSteps }) as EvaluationEvent;
    attempt.send(populationEvent(on));
    attempt.send({
      ...event,
      rows: event.rows.slice(0, rows),
      protocol: { ...event.protocol, ...(daDefinition !== undefined && { daDefinition }) },
    });
  });
  return attempt.runId;
}

test("ways of measuring are told apart over all evaluations of a line; a run without one has none", () => {
  const { runs } = launch(world, { seeds: [0, 1, 2, 3, 4, 5] });
  const worker = joinWorker(world, { slots: 6 });
  const [four, five] = [problemHashes(4, "a"), problemHashes(5, "b")];
  const ids = [
    measure(worker, { on: four, maxSteps: 20 }, { on: four, maxSteps: 20 }),
    measure(worker, { on: five, maxSteps: 20 }),
    measure(worker, { on: five, maxSteps: 20 }),
    measure(worker, { on: four, maxSteps: 9 }, { on: four, maxSteps: 20 }),
    measure(worker, { on: four, maxSteps: 20, rows: 3 }, { on: four, maxSteps: 20 }),
    measure(worker),
  ];
  const of = standings(runs.map((r) => r.id));
  const told = ids.map((id) => of(id).ways);
  const steps = (n: number) => expect.stringContaining(`at most ${n} steps`);
  expect(told.map((ways) => ways.map((way) => [way.problems.words, way.protocol.words]))).toEqual([
    [['4 problems of "set of 4"', steps(20)]],
    [['5 problems of "set of 5"', steps(20)]],
    [['5 problems of "set of 5"', steps(20)]],
    [
      ['4 problems of "set of 4"', steps(20)],
      ['4 problems of "set of 4"', steps(9)],
    ],
    [
      ['4 problems of "set of 4"', steps(20)],
      ['3 of 4 problems of "set of 4"', steps(20)],
    ],
    [],
  ]);
  expect(new Set(told[4].map(({ problems }) => problems.key)).size).toBe(2);
  const attempt = selectLatestAttempts(world.ctx.db, [ids[0]])[0];
  resume(world, attempt.id);
  expect(standings([ids[0]])(ids[0]).ways).toEqual(told[0]);
});

test("values that no evaluation on record has are told by metric, and how DA was counted is", () => {
  const { runs } = launch(world, { seeds: [0, 1, 2, 3, 4] });
  const worker = joinWorker(world, { slots: 5 });
  const on = problemHashes(4);
  const one = measure(worker, { on, daDefinition: "root" });
  const both = measure(worker, { on, daDefinition: "root" }, { on, daDefinition: "jaccard" });
  const [early, sent, silent] = [0, 1, 2].map(() => startNext(world, worker));
  early.send(
    populationEvent(on),
    ...pointsEvents({ "eval/rr": 0.5 }, 2),
    evaluationEvent(on, 1, { step: 2 }),
  );
  sent.send(...pointsEvents({ "eval/rr": 0.5, "eval/mine": 0.5 }, 1));
  silent.send(...pointsEvents({ "reward/raw": 0.5 }, 1));
  const of = standings(runs.map((r) => r.id));
  const told = [one, both, early.runId, sent.runId, silent.runId].map((id) => {
    const { ways, unrecorded } = of(id);
    return [ways.map(({ definition }) => definition.key).toSorted(), unrecorded];
  });
  expect(told).toEqual([
    [["root"], []],
    [["jaccard", "root"], []],
    [[expect.any(String)], ["eval/rr"]],
    [[], ["eval/rr"]],
    [[], []],
  ]);
  expect(curves({ limit: 1, offset: 4 }).standings).toContainEqual(
    expect.objectContaining({ unrecorded: ["eval/rr"] }),
  );
});
