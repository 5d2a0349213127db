import { beforeAll, expect, test } from "vitest";
import { elementName, findElement } from "../../lp/model.ts";
import { loadOracle, type Oracle } from "../../lp/oracle.ts";
import { keepOnly } from "../../lp/testing/models.ts";
import { stream } from "../../math/rng.ts";
import { EpisodeStep } from "../../protocol/events.ts";
import { ACTION_COUNT, CHECK, DIAGNOSE, DROP, GET_IIS, SUBMIT } from "./actions.ts";
import { RepairEnv } from "./env.ts";
import { generateProblem } from "./generate.ts";
import { isRepair } from "./repair.ts";
import { DEMAND, flat, GLOBAL, LIMIT, NOISY, play, smallProblem } from "./testing/problems.ts";
import { traceEpisode } from "./trace.ts";

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

test("a trace names targets, tells the status after each action, and the model's IIS around it", () => {
  const actions = [flat(GLOBAL, GET_IIS), flat(LIMIT, DIAGNOSE), flat(DEMAND, DROP)];
  const iis = ["c1", "c2"];
  expect(traceEpisode(smallProblem(), actions)).toEqual([
    { action: "GET_IIS", target: null, status: "INFEASIBLE", iisBefore: iis, iisAfter: iis },
    { action: "DIAGNOSE", target: "c1", status: "INFEASIBLE", iisBefore: iis, iisAfter: iis },
    { action: "DROP", target: "c2", status: "OPTIMAL", iisBefore: iis, iisAfter: [] },
  ]);
});

function episode(index: number) {
  const problem = generateProblem(7, index, index % 2 === 0 ? "hard" : "medium");
  const env = new RepairEnv({ ...NOISY, maxSteps: 30 });
  const rng = stream(13, index);
  env.reset(problem, rng);
  play(env, (legal) => {
    const calm = legal.filter((action) => action % ACTION_COUNT !== SUBMIT);
    return calm[Math.floor(rng() * calm.length)];
  });
  return { problem, env };
}

test("every step is an event of the wire, and the last status is the episode's", () => {
  for (let index = 0; index < 30; index++) {
    const { problem, env } = episode(index);
    const trace = traceEpisode(problem, env.actions);
    for (const step of trace) expect(EpisodeStep.parse(step)).toEqual(step);
    expect(trace).toHaveLength(env.steps);
    expect(trace.at(-1)!.status).toBe(env.solved ? "OPTIMAL" : "INFEASIBLE");
  }
});

test("only actions that change the model change its IIS, however often GET_IIS pivots at random", () => {
  for (let index = 0; index < 30; index++) {
    const { problem, env } = episode(index);
    traceEpisode(problem, env.actions).forEach((step, k, all) => {
      const type = env.actions[k] % ACTION_COUNT;
      if (!isRepair(type)) expect(step.iisAfter).toBe(step.iisBefore);
      if (k > 0) expect(step.iisBefore).toBe(all[k - 1].iisAfter);
      if (type === CHECK) expect(step.status).toBe("INFEASIBLE");
    });
  }
});

test("the IIS after a step is that of the model alone: the same by another way to the same bounds", () => {
  for (let index = 0; index < 60; index++) {
    const problem = generateProblem(7, index, "hard");
    const { colCount } = problem.model;
    const drop = (row: number) => flat(colCount + row, DROP);
    const one = traceEpisode(problem, [drop(0), drop(1), drop(2), drop(3)]).at(-1)!;
    const other = traceEpisode(problem, [drop(3), flat(0, CHECK), drop(1), drop(2), drop(0)]).at(-1)!;
    expect(other.iisAfter).toEqual(one.iisAfter);
  }
});

test("by HiGHS the stated IIS is infeasible", () => {
  for (let index = 0; index < 10; index++) {
    const { problem } = episode(index);
    const [first] = traceEpisode(problem, [flat(problem.model.colCount + problem.model.rowCount, GET_IIS)]);
    const elements = first.iisBefore.map((name) => findElement(problem.model, name));
    const kept = new Set(elements.flatMap((e) => [`${e}:-1`, `${e}:1`]));
    expect(oracle.solve(keepOnly(problem.model, kept), { integer: false }).status).toBe("infeasible");
    expect(elements.map((e) => elementName(problem.model, e))).toEqual(first.iisBefore);
  }
});
