import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { loadOracle, type Oracle } from "../../lp/oracle.ts";
import { stream } from "../../math/rng.ts";
import { ACTION_COUNT, DIAGNOSE, DROP, GET_IIS, RELAX_SMALL, SUBMIT } from "../env/actions.ts";
import { RepairEnv } from "../env/env.ts";
import { generateProblem } from "../env/generate.ts";
import type { Problem } from "../env/problem.ts";
import { isRepair } from "../env/repair.ts";
import { DEMAND, flat, GLOBAL, LIMIT, NOISY, play, smallProblem, SPARE } from "../env/testing/problems.ts";
import { traceEpisode } from "../env/trace.ts";
import { elasticModel } from "./elastic-violation.ts";
import { judgeEpisode, labelProgress, type ProgressStep } from "./label-progress.ts";

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

const step = (over: Partial<ProgressStep>): ProgressStep => ({
  action: "DROP",
  target: "c1",
  status: "INFEASIBLE",
  iisBefore: ["c1", "c2", "c3", "c4"],
  iisAfter: ["c1", "c2", "c3", "c4"],
  violationBefore: 4,
  violationAfter: 4,
  named: new Set(),
  ...over,
});
const diagnose = (...named: string[]): Partial<ProgressStep> => ({
  action: "DIAGNOSE",
  target: named.at(-1),
  named: new Set(named),
});

test.each<[string, Partial<ProgressStep>, number, string]>([
  ["a repair that solves", { status: "OPTIMAL", violationAfter: 0 }, 1, "solved"],
  [
    "a violation that fell, though another IIS of the same size is left",
    { violationAfter: 3 },
    1,
    "violation_fell",
  ],
  [
    "a relaxation that goes part of the way",
    { action: "RELAX_SMALL", violationAfter: 3.9 },
    1,
    "violation_fell",
  ],
  ["a smaller IIS with the same violation", { iisAfter: ["c3"] }, 0, "no_progress"],
  ["a difference within rounding", { violationAfter: 4 - 4e-6 }, 0, "no_progress"],
  ["a violation that is not known before", { violationBefore: null }, 0, "no_progress"],
  ["a violation that is not known after", { violationAfter: null }, 0, "no_progress"],
  ["one of four elements named", diagnose("c1"), 0.3, "partial_diagnosis_1/4"],
  ["two of four, one after the other", diagnose("c1", "c2"), 0.5, "correct_diagnosis_2/4"],
  ["one of them named beside one that is in no conflict", diagnose("x9", "c2"), 0.3, "partial_diagnosis_1/4"],
  ["an element outside, whatever was named before", diagnose("c1", "c2", "x9"), 0, "no_progress"],
  ["a diagnosis without a known IIS", { ...diagnose("c1"), iisBefore: null }, 0, "no_progress"],
  ["GET_IIS", { action: "GET_IIS", target: null }, 0.2, "diagnostic_action"],
  ["CHECK", { action: "CHECK" }, 0.2, "diagnostic_action"],
  ["SUBMIT", { action: "SUBMIT", target: null }, 0, "no_progress"],
])("%s", (_what, over, label, reason) => {
  expect(labelProgress(step(over))).toEqual({ label, reason });
});

/** The steps of flat actions, judged. */
function judge(problem: Problem, actions: readonly number[], seed = 3) {
  const env = new RepairEnv({ ...NOISY, maxSteps: 30 });
  return judgeEpisode(env, problem, stream(seed), traceEpisode(problem, actions));
}

test("an episode is judged by both sets of rules, with whether the element taken away was shown and is a root", () => {
  const actions = [
    flat(LIMIT, DIAGNOSE),
    flat(SPARE, DROP),
    flat(GLOBAL, GET_IIS),
    flat(DEMAND, RELAX_SMALL),
    flat(LIMIT, DROP),
  ];
  expect(judge(smallProblem(), actions)).toEqual([
    { labels: both({ label: 0.5, reason: "correct_diagnosis_1/2" }), removed: null },
    // Nothing was shown yet.
    { labels: both({ label: 0, reason: "no_progress" }), removed: null },
    { labels: both({ label: 0.2, reason: "diagnostic_action" }), removed: null },
    {
      labels: {
        reports: { label: 0, reason: "no_progress" },
        progress: { label: 1, reason: "violation_fell" },
      },
      removed: null,
    },
    { labels: both({ label: 1, reason: "solved" }), removed: "innocent" },
  ]);
});
const both = (label: { label: number; reason: string }) => ({ reports: label, progress: label });

test("where no root is known, nothing taken away is called a root or innocent", () => {
  const judged = judge(smallProblem({ faults: [] }), [flat(GLOBAL, GET_IIS), flat(DEMAND, DROP)]);
  expect(judged).toMatchObject([{ removed: null }, { removed: null }]);
});

test("a record that is not of this problem is said, not judged", () => {
  const steps = traceEpisode(smallProblem(), [flat(DEMAND, DROP)]);
  const wrong = steps.map((one) => ({ ...one, target: "nobody" }));
  expect(judgeEpisode(new RepairEnv(NOISY), smallProblem(), stream(1), wrong)).toBe(
    "step 1 (DROP nobody) is not possible there",
  );
});

/** A random episode on a generated problem. */
function episode(index: number) {
  const problem = generateProblem(11, index, index % 2 === 0 ? "hard" : "medium");
  const env = new RepairEnv({ ...NOISY, maxSteps: 30 });
  const rng = stream(17, index);
  env.reset(problem, rng);
  play(env, (legal) => {
    const calm = legal.filter((action) => action % ACTION_COUNT !== SUBMIT);
    return calm[Math.floor(rng() * calm.length)];
  });
  return { problem, actions: env.actions };
}

test("a repair is progress exactly where HiGHS finds a lower optimum of the elastic model after it", () => {
  const elasticOf = (problem: Problem, actions: readonly number[]) => {
    const env = new RepairEnv({ ...NOISY, maxSteps: 30 });
    env.reset(problem, stream(0));
    for (const action of actions) env.step(action);
    return oracle.solve(elasticModel(env.repairedModel()), { integer: false }).objective ?? Number.NaN;
  };
  fc.assert(
    fc.property(fc.nat(3000), (index) => {
      const { problem, actions } = episode(index);
      const judged = judge(problem, actions);
      if (typeof judged === "string") throw new Error(judged);
      judged.forEach(({ labels }, k) => {
        if (!isRepair(actions[k] % ACTION_COUNT)) return;
        const [before, after] = [
          elasticOf(problem, actions.slice(0, k)),
          elasticOf(problem, actions.slice(0, k + 1)),
        ];
        const fall = (before - after) / (1 + before);
        if (fall > 1e-5) expect(labels.progress.label).toBe(1);
        if (fall < 1e-7) expect(labels.progress.label).toBe(0);
      });
    }),
    { numRuns: 15 },
  );
});

test("both sets of rules say the same of what solves, what looks, and what neither looks, names nor repairs", () => {
  for (let index = 0; index < 40; index++) {
    const { problem, actions } = episode(index);
    const judged = judge(problem, actions);
    if (typeof judged === "string") throw new Error(judged);
    judged.forEach(({ labels: { reports, progress } }, k) => {
      const type = actions[k] % ACTION_COUNT;
      if (reports.reason === "solved" || !(isRepair(type) || type === DIAGNOSE))
        expect(progress).toEqual(reports);
      // Naming one element can only add to those named before.
      if (type === DIAGNOSE) expect(progress.label).toBeGreaterThanOrEqual(reports.label);
    });
  }
});
