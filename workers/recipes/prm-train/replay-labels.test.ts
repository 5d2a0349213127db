import { beforeAll, expect, test } from "vitest";
import { evaluationStreams } from "../../lab/algo/evaluate.ts";
import { Experience } from "../../lab/algo/experience.ts";
import { STREAM } from "../../lab/algo/streams.ts";
import { RepairEnv } from "../../lab/env/env.ts";
import { FEATURE_COUNT } from "../../lab/env/features.ts";
import { traceEpisode } from "../../lab/env/trace.ts";
import { replayEpisode } from "../../lab/prm/replay-episode.ts";
import { scoreSteps } from "../../lab/prm/score-episodes.ts";
import { stream } from "../../math/rng.ts";
import { populationHash } from "../../lp/population-hash.ts";
import type { EvaluationInput, LabelsInput } from "../../protocol/inputs.ts";
import { defaultParams } from "../../protocol/manifest.ts";
import { evaluate } from "../evaluate/manifest.ts";
import { environmentOf, measure } from "../evaluation/measure.ts";
import { createNetwork } from "../network-data.ts";
import { labelEpisodes } from "../prm-labels/train.ts";
import { loadProblemSets, type ProblemParams } from "../problems/problem-sets.ts";
import { Refusal } from "../refusal.ts";
import { replayLabels } from "./replay-labels.ts";

const SEES = { sigma: 0.7, observe_names: false };
const params = { ...defaultParams(evaluate), level: "easy", train_problems: 12, eval_problems: 12 };

function evaluationOn(part: "train" | "held_out"): EvaluationInput {
  const sets = loadProblemSets(params as unknown as ProblemParams, null);
  const problems = part === "train" ? sets.train : sets.heldOut;
  const policy = createNetwork(8);
  policy.initialize(stream(5, STREAM.initialWeights));
  const episodes = measure(policy, problems, { sees: SEES, maxSteps: 6, temperature: 1, seed: 9 });
  const hashes = problems.map((problem) => problem.contentHash);
  return {
    kind: "evaluation",
    id: "evl_1",
    run: { id: "run_1", name: "one", recipe: "evaluate" },
    params,
    protocol: {
      decoding: "sampled",
      temperature: 1,
      maxSteps: 6,
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

let input: LabelsInput;
beforeAll(() => {
  const evaluation = evaluationOn("train");
  input = { kind: "labels", id: "lab_1", run: evaluation.run, evaluation, labels: labelEpisodes(evaluation) };
});
const changed = (over: Partial<EvaluationInput>): LabelsInput => ({
  ...input,
  evaluation: { ...input.evaluation, ...over },
});
const refusal = (of: LabelsInput): string => {
  try {
    replayLabels(of);
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return (error as Error).message;
  }
  return "nothing was refused";
};

test("every label meets the decision it is about, on train and on held-out problems", () => {
  for (const part of ["train", "held_out"] as const) {
    const evaluation = evaluationOn(part);
    const labels = labelEpisodes(evaluation);
    const steps = replayLabels({ ...input, evaluation, labels });
    expect(steps.experience.count).toBe(labels.length);
    expect(Array.from(steps.labels)).toEqual(labels.map((row) => row.label));
    expect(steps.episodes.map((own) => own.length)).toEqual(evaluation.episodes.map((e) => e.steps.length));
    // The step counter, in tenths, is feature 22 of every entity.
    steps.episodes.flatMap((own) =>
      own.forEach((decision, position) => {
        const at = steps.experience.firstRow[decision] * FEATURE_COUNT + 22;
        expect(steps.experience.features[at]).toBeCloseTo(position / 10, 6);
      }),
    );
  }
});

test("a step is kept as the one entity it acted on and scores as in the whole observation", () => {
  const network = createNetwork(8);
  network.initialize(stream(6));
  const { experience, episodes } = replayLabels(input);
  const sets = loadProblemSets(params as unknown as ProblemParams, null);
  const whole = new Experience(sets.train, 6);
  const env = new RepairEnv(environmentOf(SEES, 6));
  const [{ steps }] = input.evaluation.episodes;
  replayEpisode(env, sets.train[0], evaluationStreams(9, 0).environment, steps, (_, action) => {
    whole.action[whole.observe(env, 0)] = action;
  });
  const all = Array.from({ length: whole.count }, (_, d) => d);
  expect(scoreSteps(network, experience, episodes[0])).toEqual(scoreSteps(network, whole, all));
});

test("steps without a label are played but not learnt from, in whatever order labels come", () => {
  const some = input.labels.filter((row) => row.step !== 2).reverse();
  const { experience, episodes } = replayLabels({ ...input, labels: some });
  expect(experience.count).toBe(some.length);
  expect(episodes.flat()).toHaveLength(some.length);
});

test("problems that are not those the episodes were played on are refused", () => {
  const message = /^The episodes of run one were played on other problems than its parameters give here/;
  expect(refusal(changed({ params: { ...params, problem_seed: 43 } }))).toMatch(message);
  expect(refusal(changed({ part: "held_out" }))).toMatch(message);
  expect(refusal(changed({ problems: [...input.evaluation.problems].reverse() }))).toMatch(message);
});

test("a source whose parameters or observation do not tell what was seen is refused", () => {
  const rest = Object.fromEntries(Object.entries(params).filter(([name]) => name !== "sigma"));
  expect(refusal(changed({ params: rest }))).toMatch(/do not say which problems it played: sigma/);
  const protocol = { ...input.evaluation.protocol, observation: "noisy sigma=0.1" };
  expect(refusal(changed({ protocol }))).toMatch(/observed "noisy sigma=0.1", but its parameters say/);
});

test("episodes that cannot have happened, and labels of steps that are not there, are refused", () => {
  const [first, ...others] = input.evaluation.episodes;
  const steps = first.steps.map((step) => ({ ...step, action: "DROP" as const, target: "nobody" }));
  expect(refusal(changed({ episodes: [{ ...first, steps }, ...others] }))).toMatch(
    /^Episode 0 of run one cannot be played again on problem .*: step 1 \(DROP nobody\) is not possible there/,
  );
  const row = { i: 0, step: 99, label: 1, reason: "solved" };
  expect(refusal({ ...input, labels: [...input.labels, row] })).toMatch(/a label for step 99 of episode 0/);
  expect(refusal({ ...input, labels: [...input.labels, { ...row, i: 77 }] })).toMatch(/of episode 77/);
  expect(refusal({ ...input, labels: [...input.labels, input.labels[0]] })).toMatch(/two labels for step/);
  expect(refusal({ ...input, labels: [] })).toMatch(/holds no labels/);
});

test("an evaluation without steps cannot be labelled", () => {
  for (const episodes of [[], [{ i: 0, steps: [] }]])
    expect(() => labelEpisodes({ ...input.evaluation, episodes })).toThrow(
      /^The evaluation of run one holds no steps to label/,
    );
});

test("labels point at the steps they are about, from 1 in every episode", () => {
  for (const { i, steps } of input.evaluation.episodes) {
    const own = input.labels.filter((row) => row.i === i);
    expect(own.map((row) => row.step)).toEqual(steps.map((_, k) => k + 1));
  }
});
