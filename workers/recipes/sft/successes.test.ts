import { expect, test } from "vitest";
import { elementName } from "../../lp/model.ts";
import { populationHash } from "../../lp/population-hash.ts";
import { ACTION_COUNT } from "../../lab/env/actions.ts";
import { traceEpisode } from "../../lab/env/trace.ts";
import type { EvaluationInput } from "../../protocol/inputs.ts";
import { defaultParams } from "../../protocol/manifest.ts";
import { evaluate } from "../evaluate/manifest.ts";
import { measure } from "../evaluation/measure.ts";
import { loadProblemSets, type ProblemParams, withDemonstrations } from "../problems/problem-sets.ts";
import { Refusal } from "../refusal.ts";
import { successesOf } from "./successes.ts";

const SEES = { sigma: 0.7, observe_names: false };
const params = { ...defaultParams(evaluate), level: "medium", train_problems: 12, eval_problems: 12 };
const sets = loadProblemSets(params as unknown as ProblemParams, null);

/** What a player left that solves some of its problems in time. */
function played(part: "train" | "held_out", maxSteps: number): EvaluationInput {
  const problems = part === "train" ? sets.train : sets.heldOut;
  const episodes = measure("heuristic", problems, { sees: SEES, maxSteps, temperature: 0, seed: 9 });
  const hashes = problems.map((problem) => problem.contentHash);
  return {
    kind: "evaluation",
    id: "evl_1",
    run: { id: "run_1", name: "one", recipe: "evaluate" },
    params,
    protocol: {
      decoding: "greedy",
      temperature: 0,
      maxSteps,
      observation: "noisy sigma=0.7",
      evalSeed: 9,
      daDefinition: "da.root, counts: diagnose",
    },
    populationHash: populationHash(hashes),
    part,
    problems: hashes,
    episodes: episodes.map(({ problem, actions }, i) => ({ i, steps: traceEpisode(problem, actions) })),
  };
}
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return (error as Error).message;
  }
  return "nothing was refused";
};

test("what is learnt from are the actions of the solved episodes, in order, and no other", () => {
  const evaluation = played("train", 8);
  const solved = evaluation.episodes.filter(({ steps }) => steps.at(-1)?.status === "OPTIMAL");
  expect(solved.length).toBeGreaterThan(1);
  expect(solved.length).toBeLessThan(12);
  const { problems, decisions, notes } = successesOf(evaluation, SEES, 400);
  expect(problems.map(({ contentHash }) => contentHash)).toEqual(
    solved.map(({ i }) => evaluation.problems[i]),
  );
  expect(decisions.count).toBe(solved.reduce((sum, { steps }) => sum + steps.length, 0));
  const targets = solved.flatMap(({ steps }) => steps.map(({ target }) => target));
  for (let d = 0; d < decisions.count; d++) {
    const { model } = problems[decisions.episode[d]];
    const element = Math.floor(decisions.action[d] / ACTION_COUNT);
    const named = element < model.colCount + model.rowCount ? elementName(model, element) : null;
    expect(named).toBe(targets[d]);
  }
  expect(notes.at(-1)?.message).toMatch(
    /^Learns from \d+ solved episodes, \d+ steps, of 12 that run one played/,
  );
  expect(successesOf(evaluation, SEES, 1).problems).toHaveLength(1);
});

test("held-out problems are refused with what to do instead", () => {
  expect(refusal(() => successesOf(played("held_out", 20), SEES, 400))).toMatch(
    /made on held-out problems.*Evaluate that policy on its train problems \(recipe evaluate, part train\)/,
  );
  expect(refusal(() => withDemonstrations(sets, [sets.heldOut[3]]))).toMatch(
    /of the demonstrations has the same content as a held-out one/,
  );
});

test("nothing to learn from, other eyes and other episodes are refused by name", () => {
  const evaluation = played("train", 20);
  expect(refusal(() => successesOf({ ...evaluation, episodes: [] }, SEES, 9))).toMatch(/keeps no steps/);
  expect(refusal(() => successesOf(played("train", 1), SEES, 9))).toMatch(
    /None of the 12 episodes of run one/,
  );
  expect(refusal(() => successesOf(evaluation, { ...SEES, observe_names: true }, 9))).toMatch(
    /did not see the classes of names, and this one does/,
  );
  const [first, ...rest] = evaluation.episodes;
  const bent = {
    ...first,
    steps: [{ ...first.steps[0], target: "nowhere", action: "DROP" as const }, ...first.steps],
  };
  expect(refusal(() => successesOf({ ...evaluation, episodes: [bent, ...rest] }, SEES, 9))).toMatch(
    /Episode 0 of run one cannot be played again/,
  );
});
