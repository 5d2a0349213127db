import { errorDifference } from "../../lab/prm/error-difference.ts";
import { meanSquaredError, reportByAction, reportScores } from "../../lab/prm/report-prm.ts";
import { scoreSteps } from "../../lab/prm/score-episodes.ts";
import { ACTIONS } from "../../lab/env/actions.ts";
import { trainPrm } from "../../lab/prm/train-prm.ts";
import { mean } from "../../math/moments.ts";
import type { LabelsInput } from "../../protocol/inputs.ts";
import { createNetwork } from "../network-data.ts";
import type { Train } from "../recipe.ts";
import { cpuSeconds, Reporter } from "../reporter.ts";
import { replayLabels } from "./replay-labels.ts";
import { STREAM } from "../../lab/algo/streams.ts";
import { shuffle, stream } from "../../math/rng.ts";
import { Refusal } from "../refusal.ts";

/** Whole episodes on either side; at least one on each. Throws `Refusal` for fewer than two episodes. */
export function splitEpisodes(
  episodes: readonly number[][],
  share: number,
  seed: number,
): { trained: number[][]; heldOut: number[][] } {
  if (episodes.length < 2) {
    throw new Refusal(
      `A label set of ${episodes.length} episodes cannot be split into a part to learn from and a held-out one. Label at least 2.`,
    );
  }
  const order = shuffle(stream(seed, STREAM.prmSplit), [...episodes.keys()]);
  const count = Math.min(episodes.length - 1, Math.max(1, Math.round(episodes.length * share)));
  const held = new Set(order.slice(0, count));
  return {
    trained: episodes.filter((_, k) => !held.has(k)),
    heldOut: episodes.filter((_, k) => held.has(k)),
  };
}

interface Params {
  hidden: number;
  epochs: number;
  learning_rate: number;
  minibatch: number;
  grad_clip: number;
  test_share: number;
  split_seed: number;
}

/** A process reward model by regression on step labels, reported on episodes that it was not trained on. */
export const train: Train = async (context) => {
  const p = context.params as unknown as Params;
  const input = context.inputs.labels("labels");
  const reporter = new Reporter(context);
  reporter.progress("episodes", 0, 1);
  const { experience, labels, episodes, notes, seesNames } = replayLabels(input);
  for (const { level, message } of notes) reporter.note(level, message);
  const { trained, heldOut } = splitEpisodes(episodes, p.test_share, p.split_seed);
  const labelsOf = (decisions: readonly number[]) => decisions.map((decision) => labels[decision]);
  const [train, test] = [trained.flat(), heldOut.flat()];
  reporter.note(
    "info",
    `${train.length} steps of ${trained.length} episodes to learn from, ${test.length} steps of ${heldOut.length} held out.`,
  );
  warnOfLeak(input, reporter);
  const network = createNetwork(p.hidden, seesNames);
  const options = {
    epochs: p.epochs,
    minibatch: p.minibatch,
    learningRate: p.learning_rate,
    gradClip: p.grad_clip,
    seed: context.seed,
  };
  for (const { epoch, loss, updates } of trainPrm(network, experience, train, labels, options)) {
    const mse = meanSquaredError(scoreSteps(network, experience, test), labelsOf(test));
    const counters = { "progress/updates": updates, "perf/cpu_s": cpuSeconds() };
    reporter.points(epoch, { "prm/loss": loss, "prm/held_out_mse": mse, ...counters });
    reporter.progress("training", epoch, p.epochs);
    context.log(`epoch ${epoch}/${p.epochs} loss ${loss.toFixed(4)} held-out mse ${mse.toFixed(4)}`);
    if (await context.shouldStop()) return "stopped";
  }
  const scores = scoreSteps(network, experience, test);
  const trainMean = mean(labelsOf(train));
  const sizes = heldOut.map((episode) => episode.length);
  const difference = errorDifference(scores, labelsOf(test), sizes, trainMean) ?? undefined;
  const report = {
    episodes: heldOut.length,
    ...reportScores(scores, labelsOf(test), trainMean),
    difference,
    byAction: reportByAction(
      scores,
      labelsOf(test),
      test.map((decision) => ACTIONS[experience.action[decision]]),
    ),
  };
  context.emit({ t: "prm_report", at: Date.now(), report });
  context.log(
    `held-out mse ${report.mse.toFixed(4)} (mean label: ${report.baselineMse.toFixed(4)}), ece ${report.ece.toFixed(3)}, concordance ${report.auroc?.toFixed(3) ?? "not defined"}`,
  );
  reporter.artifact("prm", p.epochs, network);
  return "finished";
};

function warnOfLeak({ evaluation: { part, run, populationHash } }: LabelsInput, reporter: Reporter): void {
  if (part === "train") return;
  reporter.note(
    "warning",
    `These episodes are on the held-out problems of run ${run.name} (population ${populationHash.slice(0, 12)}). A policy that trains with this reward model and is measured on the same problems is measured on ones the model has seen. Label episodes of train problems (recipe evaluate, part train), or measure with another problem_seed.`,
  );
}
