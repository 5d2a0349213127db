import { fixedSource } from "../../../lab/curriculum/problem-source.ts";
import { grpoMethod } from "../../../lab/algo/grpo.ts";
import { trainOnGroups } from "../../../lab/algo/train-on-groups.ts";
import { generateProblem } from "../../../lab/env/generate.ts";
import type { Policy } from "../../../lab/nn/policy.ts";
import { populationHash } from "../../../lp/population-hash.ts";
import type { EvaluationInput } from "../../../protocol/inputs.ts";
import { defaultParams, type Params } from "../../../protocol/manifest.ts";
import { episodesEvents, evaluationEvent, greedyMeasurement, measure } from "../../evaluation/measure.ts";
import { grpo } from "../../grpo/manifest.ts";
import { grpoOptions, type GrpoParams, readSettings } from "../../grpo/settings.ts";
import { createNetwork } from "../../network-data.ts";
import { labelEpisodes } from "../../prm-labels/train.ts";
import { loadProblemSets } from "../../problems/problem-sets.ts";
import { makeStart } from "../../sft/start.ts";

/**
 * Prints what the trainer does per CPU second on generated hard problems, with the defaults of grpo: training episodes with 4
 * and with 16 updates a step, an evaluation of 4,000 problems with the steps of every episode, and 100,000 step labels.
 */
const WARM_STEPS = 5;
const STEPS = 25;
const EVALUATED = 4000;
const LABELS = 100_000;

function cpuSecondsOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1e6;
}

/** Rollouts, rewards and updates of train steps that measure nothing, per CPU second. */
function trainingEpisodes(over: Params): number {
  const { policy, settings } = started(over);
  const options = grpoOptions({ ...settings, iterations: WARM_STEPS + STEPS }, 0);
  const { train } = loadProblemSets(settings, null);
  const steps = trainOnGroups(policy, fixedSource(train), options, grpoMethod(options));
  let episodes = 0;
  const until = (last: number) => {
    for (let next = steps.next(); !next.done; next = steps.next()) {
      episodes += next.value?.episodeCount ?? 0;
      if (next.value?.trainStep === last) return;
    }
  };
  until(WARM_STEPS);
  episodes = 0;
  const seconds = cpuSecondsOf(() => until(WARM_STEPS + STEPS));
  return Math.round(episodes / seconds);
}

/** The default SFT start. */
function started(over: Params): { policy: Policy; settings: GrpoParams } {
  const settings = readSettings({ ...defaultParams(grpo), ...over });
  const policy = createNetwork(settings.hidden);
  const epochs = makeStart(policy, loadProblemSets(settings, settings).demonstrated, settings);
  while (!epochs.next().done);
  return { policy, settings };
}

const { policy, settings } = started({});
const problems = Array.from({ length: EVALUATED }, (_, index) => generateProblem(1, index, "hard"));
const how = greedyMeasurement(settings);
const population = populationHash(problems.map((problem) => problem.contentHash));
const facts = { at: 0, step: 0, final: true, populationHash: population };
const episodes: EvaluationInput["episodes"] = [];
const evaluation = cpuSecondsOf(() => {
  const played = measure(policy, problems, how);
  const { key } = evaluationEvent(played, facts, how);
  for (const event of episodesEvents(played, { at: 0, key })) episodes.push(...event.episodes);
});
const steps = episodes.reduce((sum, episode) => sum + episode.steps.length, 0);
const input = { run: { id: "run", name: "run", recipe: "evaluate" }, episodes } as unknown as EvaluationInput;
const rounds = Math.ceil(LABELS / steps);
const labels = cpuSecondsOf(() => {
  for (let round = 0; round < rounds; round++) labelEpisodes(input);
});

console.log(
  JSON.stringify({
    fourUpdates: trainingEpisodes({ epochs_per_batch: 1 }),
    sixteenUpdates: trainingEpisodes({}),
    evaluated: EVALUATED,
    evaluationSeconds: evaluation,
    steps,
    labels: LABELS,
    labelSeconds: (labels * LABELS) / (rounds * steps),
  }),
);
