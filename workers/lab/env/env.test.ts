import { beforeAll, describe, expect, test } from "vitest";
import { loadOracle, type Oracle } from "../../lp/oracle.ts";
import { stream } from "../../math/rng.ts";
import {
  ACTION_COUNT,
  ACTIONS,
  CHECK,
  DIAGNOSE,
  DROP,
  GET_IIS,
  RELAX_LARGE,
  RELAX_SMALL,
  SUBMIT,
  UPDATE_BOUNDS,
} from "./actions.ts";
import { RepairEnv } from "./env.ts";
import { generateProblem } from "./generate.ts";
import {
  DEMAND,
  flat,
  GLOBAL,
  LIMIT,
  NOISY,
  play,
  smallProblem,
  SPARE,
  started,
  X1,
} from "./testing/problems.ts";

test("the action list and the numbers used inside agree", () => {
  const names = [DIAGNOSE, RELAX_SMALL, RELAX_LARGE, DROP, UPDATE_BOUNDS, GET_IIS, SUBMIT, CHECK];
  expect(names).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(ACTIONS).toHaveLength(ACTION_COUNT);
  expect([
    ACTIONS[DIAGNOSE],
    ACTIONS[DROP],
    ACTIONS[UPDATE_BOUNDS],
    ACTIONS[GET_IIS],
    ACTIONS[CHECK],
  ]).toEqual(["DIAGNOSE", "DROP", "UPDATE_BOUNDS", "GET_IIS", "CHECK"]);
});

describe("an episode", () => {
  test("ends at the first repair that makes the model feasible", () => {
    const env = started();
    env.step(flat(GLOBAL, GET_IIS));
    expect([env.isShown(LIMIT), env.isShown(DEMAND), env.isShown(SPARE), env.done]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    env.step(flat(SPARE, DROP));
    expect(env.done).toBe(false);
    env.step(flat(DEMAND, DROP));
    expect([env.done, env.solved, env.steps]).toEqual([true, true, 3]);
    expect(env.outcome()).toEqual({
      solved: true,
      steps: 3,
      solvedAt: 3,
      op: 1,
      da: 0,
      jaccard: 0,
      process: 16 / 3,
      clean: false,
    });
    expect(env.actions).toEqual([flat(GLOBAL, GET_IIS), flat(SPARE, DROP), flat(DEMAND, DROP)]);
  });

  test("ends unsolved at SUBMIT and at the step limit, where every action counted", () => {
    const submitted = started();
    submitted.step(flat(GLOBAL, SUBMIT));
    expect(submitted.outcome()).toMatchObject({
      solved: false,
      steps: 1,
      solvedAt: null,
      op: null,
      clean: false,
    });
    const limited = started({ maxSteps: 3, observation: "noisy", sigma: 0.5 });
    limited.step(flat(GLOBAL, GET_IIS));
    limited.step(flat(X1, CHECK));
    expect(limited.done).toBe(false);
    limited.step(flat(X1, DIAGNOSE));
    expect([limited.done, limited.solved]).toEqual([true, false]);
  });

  test("counts a diagnosis apart from the repair", () => {
    const env = started();
    env.step(flat(DEMAND, DIAGNOSE));
    env.step(flat(DEMAND, DROP));
    expect(env.outcome()).toEqual({
      solved: true,
      steps: 2,
      solvedAt: 2,
      op: 1,
      da: 1,
      jaccard: 1,
      process: 0.5,
      clean: true,
    });
  });

  test("is not clean where an innocent row fell or the optimum moved", () => {
    const wrongRow = started();
    wrongRow.step(flat(LIMIT, DROP));
    expect(wrongRow.outcome()).toMatchObject({ solved: true, op: 0, clean: false });
    const relaxed = started();
    relaxed.step(flat(LIMIT, RELAX_LARGE));
    // 6 + 0.5 * 6 + 2 = 11, which meets the demand; |11 - 6| / 6 is lost.
    expect(relaxed.outcome().op).toBeCloseTo(1 - 5 / 6, 9);
    expect(relaxed.repairedModel().rowUpper[0]).toBe(11);
  });

  test("relaxes small by a tenth and a half, three times at most", () => {
    const env = started();
    for (const expected of [7.1, 8.31, 9.641]) {
      env.step(flat(LIMIT, RELAX_SMALL));
      expect(env.repairedModel().rowUpper[0]).toBeCloseTo(expected, 9);
    }
    expect(env.solved).toBe(true);
    const stubborn = started({}, smallProblem());
    for (let k = 0; k < 3; k++) stubborn.step(flat(SPARE, RELAX_SMALL));
    expect(stubborn.isLegal(SPARE, RELAX_SMALL)).toBe(false);
    expect(stubborn.isLegal(SPARE, RELAX_LARGE)).toBe(false);
    expect(stubborn.isLegal(SPARE, DROP)).toBe(true);
  });

  test("widens bounds to the usual box and never tightens them", () => {
    const model = {
      ...smallProblem().model,
      colLower: Float64Array.of(7, -5),
      colUpper: Float64Array.of(8, Infinity),
    };
    const env = started({}, smallProblem({ model }));
    env.step(flat(X1, UPDATE_BOUNDS));
    env.step(flat(1, UPDATE_BOUNDS));
    const repaired = env.repairedModel();
    expect([repaired.colLower[0], repaired.colUpper[0]]).toEqual([0, 10]);
    expect([repaired.colLower[1], repaired.colUpper[1]]).toEqual([-5, Infinity]);
  });

  test("leaves undefined what the source does not say", () => {
    const unknown = smallProblem({ faults: [], rootAny: new Set(), injected: null });
    const env = started({}, unknown);
    env.step(flat(DEMAND, DIAGNOSE));
    env.step(flat(DEMAND, DROP));
    expect(env.outcome()).toMatchObject({ solved: true, op: 1, da: null, clean: null });
    const noObjective = started({}, smallProblem({ originalObjective: null }));
    noObjective.step(flat(DEMAND, DROP));
    expect(noObjective.outcome()).toMatchObject({ op: null, clean: null });
  });

  test("counts one member per fault: several diagnoses of one fault are one", () => {
    const env = started({}, smallProblem({ faults: [new Set([LIMIT, DEMAND]), new Set([SPARE])] }));
    env.step(flat(LIMIT, DIAGNOSE));
    env.step(flat(DEMAND, DIAGNOSE));
    env.step(flat(X1, DIAGNOSE));
    expect(env.outcome().da).toBe(0.5);
  });

  test("refuses illegal actions, actions after its end, and a problem that has a solution", () => {
    const env = started();
    for (const action of [
      flat(LIMIT, UPDATE_BOUNDS),
      flat(X1, DROP),
      flat(LIMIT, GET_IIS),
      flat(GLOBAL, DROP),
      flat(LIMIT, CHECK),
    ])
      expect(() => env.step(action)).toThrow("not legal");
    for (const action of [-1, flat(GLOBAL + 1, SUBMIT), 1.5, Number.NaN])
      expect(() => env.step(action)).toThrow(RangeError);
    expect(() => env.step(flat(LIMIT, UPDATE_BOUNDS))).toThrow("UPDATE_BOUNDS c1");
    env.step(flat(DEMAND, DROP));
    expect(() => env.step(flat(GLOBAL, GET_IIS))).toThrow("over");
    const model = { ...smallProblem().model, rowLower: Float64Array.of(-Infinity, 5, -Infinity) };
    expect(() => started({ hideInitialIis: false }, smallProblem({ model }))).toThrow(
      "small is not infeasible",
    );
  });

  test("keeps the actions of an earlier episode for whoever holds them", () => {
    const env = started();
    env.step(flat(DEMAND, DROP));
    const kept = env.actions;
    env.reset(smallProblem(), stream(2));
    expect([kept.length, env.actions.length, env.done, env.steps]).toEqual([1, 0, false, 0]);
  });
});

describe("a whole random episode", () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  test("has at every step the status, and at its end the objective, that HiGHS finds for the repaired model", () => {
    let solved = 0;
    for (let index = 0; index < 60; index++) {
      const problem = generateProblem(4, index, index % 2 === 0 ? "easy" : "hard");
      const env = new RepairEnv({ ...NOISY, maxSteps: 25 });
      const rng = stream(8, index);
      env.reset(problem, rng);
      play(env, (legal) => {
        expect(oracle.solve(env.repairedModel(), { integer: false }).status).toBe("infeasible");
        const changes = legal.filter((action) =>
          [RELAX_LARGE, DROP, UPDATE_BOUNDS, GET_IIS].includes(action % ACTION_COUNT),
        );
        return changes[Math.floor(rng() * changes.length)];
      });
      if (!env.solved) continue;
      solved++;
      const truth = oracle.solve(env.repairedModel(), { integer: false });
      const original = problem.originalObjective!;
      expect(truth.status).toBe("optimal");
      const op = Math.max(0, 1 - Math.abs(truth.objective! - original) / Math.abs(original));
      expect(env.outcome().op).toBeCloseTo(op, 6);
    }
    expect(solved).toBeGreaterThan(30);
  });

  test("shows by random pivots an IIS that depends on the model and the stream, not on what was asked before", () => {
    const shown = (index: number, before: number[]) => {
      const env = new RepairEnv({ ...NOISY, observation: "full" });
      env.reset(generateProblem(4, index, "hard"), () => 0.6);
      const { colCount } = env.problem.model;
      for (const type of before) env.step(flat(type === GET_IIS ? env.entityCount - 1 : colCount + 1, type));
      if (env.done) return [];
      env.step(flat(env.entityCount - 1, GET_IIS));
      return Array.from({ length: env.entityCount - 1 }, (_, e) => env.isShown(e));
    };
    for (let index = 0; index < 60; index++)
      expect(shown(index, [GET_IIS, RELAX_SMALL, GET_IIS, DROP])).toEqual(shown(index, [RELAX_SMALL, DROP]));
  });

  test("is the same again for the same problem and stream", () => {
    const run = (env: RepairEnv) => {
      const rng = stream(6, 1);
      env.reset(generateProblem(4, 1, "hard"), rng);
      play(env, (legal) => legal[Math.floor(rng() * legal.length)]);
      return [env.actions, env.outcome()];
    };
    const used = new RepairEnv(NOISY);
    used.reset(generateProblem(9, 9, "hard"), stream(0));
    play(used, (legal) => legal[legal.length - 1]);
    expect(run(used)).toEqual(run(new RepairEnv(NOISY)));
  });
});
