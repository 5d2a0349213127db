import { expect, test } from "vitest";
import { STREAM } from "../../lab/algo/streams.ts";
import { traceEpisode } from "../../lab/env/trace.ts";
import { stream } from "../../math/rng.ts";
import { populationHash } from "../../lp/population-hash.ts";
import type { TrainerEvent } from "../../protocol/events.ts";
import type { EvaluationInput, LabelsInput } from "../../protocol/inputs.ts";
import { defaultParams, type Params } from "../../protocol/manifest.ts";
import { evaluate } from "../evaluate/manifest.ts";
import { measure } from "../evaluation/measure.ts";
import { createNetwork } from "../network-data.ts";
import { labelEpisodes } from "../prm-labels/train.ts";
import { loadProblemSets, type ProblemParams } from "../problems/problem-sets.ts";
import { Refusal } from "../refusal.ts";
import { eventsOf } from "../testing.ts";
import { prmTrain } from "./manifest.ts";
import { splitEpisodes, train } from "./train.ts";

const played = { ...defaultParams(evaluate), level: "easy", train_problems: 20, eval_problems: 12 };

const SEES = { sigma: 0.7, observe_names: false };

function labelled(): LabelsInput {
  const { train: problems } = loadProblemSets(played as unknown as ProblemParams, null);
  const policy = createNetwork(8);
  policy.initialize(stream(5, STREAM.initialWeights));
  const measured = measure(policy, problems, { sees: SEES, maxSteps: 6, temperature: 1, seed: 9 });
  const hashes = problems.map((problem) => problem.contentHash);
  const evaluation: EvaluationInput = {
    kind: "evaluation",
    id: "evl_1",
    run: { id: "run_1", name: "one", recipe: "evaluate" },
    params: played,
    protocol: {
      decoding: "sampled",
      temperature: 1,
      maxSteps: 6,
      observation: "noisy sigma=0.7",
      evalSeed: 9,
      daDefinition: "da.root, counts: diagnose",
    },
    populationHash: populationHash(hashes),
    part: "train",
    problems: hashes,
    episodes: measured.map(({ problem, actions }, i) => ({ i, steps: traceEpisode(problem, actions) })),
  };
  return { kind: "labels", id: "lab_1", run: evaluation.run, evaluation, labels: labelEpisodes(evaluation) };
}

async function trained(input: LabelsInput, more: Params = {}) {
  const events: TrainerEvent[] = [];
  const params = {
    ...defaultParams(prmTrain),
    hidden: 8,
    epochs: 2,
    test_share: 0.3,
    split_seed: 7,
    ...more,
  };
  const ended = await train({
    params,
    seed: 3,
    inputs: {
      network: () => null,
      evaluation: () => input.evaluation,
      labels: () => input,
      problems: () => null,
    },
    emit: (event) => void events.push(event),
    log: () => {},
    shouldStop: () => Promise.resolve(false),
  });
  expect(ended).toBe("finished");
  const [report, artifact] = [eventsOf(events, "prm_report")[0].report, eventsOf(events, "artifact")[0]];
  return { report, weights: artifact.sha256, notes: eventsOf(events, "note").map((note) => note.message) };
}

const input = labelled();
const one = (count: number) => Array.from({ length: count }, (_, i) => [i]);

test("the split is whole, disjoint, by the share, and another with another seed", () => {
  for (const [count, share, held] of [
    [20, 0.3, 6],
    [20, 0.5, 10],
    [3, 0.05, 1],
    [2, 0.9, 1],
  ]) {
    const { trained: learnt, heldOut } = splitEpisodes(one(count), share, 7);
    expect(heldOut).toHaveLength(held);
    expect([...learnt, ...heldOut].flat().toSorted((a, b) => a - b)).toEqual(one(count).flat());
  }
  expect(splitEpisodes(one(20), 0.3, 8)).not.toEqual(splitEpisodes(one(20), 0.3, 7));
  expect(() => splitEpisodes(one(1), 0.3, 7)).toThrow(Refusal);
});

test("the untrained preset keeps the weights that were drawn, and still says how they rank", async () => {
  const untrained = prmTrain.presets.find(({ id }) => id === "untrained")?.params;
  const [once, longer] = [await trained(input, untrained), await trained(input, { ...untrained, epochs: 3 })];
  expect(once.weights).toBe(longer.weights);
  expect(once.weights).not.toBe((await trained(input)).weights);
  expect(once.report.auroc).toBeGreaterThan(0);
});

test("the report speaks of the held-out share of the episodes and of nothing learnt from", async () => {
  const { report, notes } = await trained(input);
  const held = new Set(splitEpisodes(one(20), 0.3, 7).heldOut.flat());
  const steps = input.labels.filter((label) => held.has(label.i)).length;
  expect([report.episodes, report.n]).toEqual([6, steps]);
  const actions = input.evaluation.episodes.flatMap(({ i, steps: own }) =>
    held.has(i) ? own.map((one) => one.action) : [],
  );
  const byAction = report.byAction ?? [];
  expect(new Map(byAction.map(({ action, n }) => [action, n]))).toEqual(
    new Map([...new Set(actions)].map((a) => [a, actions.filter((b) => b === a).length])),
  );
  const mean = input.labels.filter((label) => held.has(label.i)).reduce((sum, { label }) => sum + label, 0);
  expect(byAction.reduce((sum, { n, meanLabel }) => sum + n * meanLabel, 0)).toBeCloseTo(mean, 9);
  expect(notes[0]).toBe(
    `${input.labels.length - steps} steps of 14 episodes to learn from, ${steps} steps of 6 held out.`,
  );
});

test("labels of held-out episodes change the report and not the model; labels of the others change it", async () => {
  const held = new Set(splitEpisodes(one(20), 0.3, 7).heldOut.flat());
  const flipped = (where: (i: number) => boolean): LabelsInput => ({
    ...input,
    labels: input.labels.map((row) => (where(row.i) ? { ...row, label: 1 - row.label } : row)),
  });
  const as = await trained(input);
  const other = await trained(flipped((i) => held.has(i)));
  expect(other.weights).toBe(as.weights);
  expect(other.report.mse).not.toBe(as.report.mse);
  expect((await trained(flipped((i) => !held.has(i)))).weights).not.toBe(as.weights);
});
