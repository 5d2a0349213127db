import { beforeAll, expect, test } from "vitest";
import { stream } from "../../math/rng.ts";
import { RepairEnv } from "../env/env.ts";
import { ACTION_COUNT } from "../env/actions.ts";
import { FEATURE_COUNT } from "../env/features.ts";
import { DEFAULT_MAX_ROWS, Policy } from "../nn/policy.ts";
import { generateProblem } from "../env/generate.ts";
import { NOISY } from "../env/testing/problems.ts";
import { traceEpisode } from "../env/trace.ts";
import { replayEpisode } from "../prm/replay-episode.ts";
import { episodeScore, type PrmUse, scoreEpisodes } from "../prm/score-episodes.ts";
import { evaluate, evaluationStreams } from "./evaluate.ts";
import { Experience } from "./experience.ts";
import { rerank } from "./rerank.ts";

const environment = { ...NOISY, maxSteps: 8 };
const problems = Array.from({ length: 30 }, (_, i) => generateProblem(3, i, "easy"));
const network = (seed: number) => {
  const made = new Policy({
    features: FEATURE_COUNT,
    hidden: 8,
    actions: ACTION_COUNT,
    maxRows: DEFAULT_MAX_ROWS,
  });
  made.initialize(stream(seed));
  return made;
};
const [policy, model] = [network(1), network(2)];
const options = { environment, temperature: 1, seed: 9, samples: 6 };

/** Scores by playing an episode alone, with the streams its problem has in any evaluation. */
function scored(index: number, actions: readonly number[], use: PrmUse): number {
  const experience = new Experience(problems, 8, FEATURE_COUNT);
  const env = new RepairEnv(environment);
  const steps = traceEpisode(problems[index], actions);
  const wrong = replayEpisode(
    env,
    problems[index],
    evaluationStreams(9, index).environment,
    steps,
    (_, action) => {
      experience.action[experience.observe(env, 0)] = action;
    },
  );
  expect(wrong).toBeNull();
  return episodeScore(scoreEpisodes(model, experience, 0, 0, 1)[0], use);
}

let found: ReturnType<typeof rerank>;
beforeAll(() => {
  found = rerank(policy, model, problems, { ...options, use: "mean" });
});

test("of the samples of a problem the one with the highest score is chosen, whatever of the scores decides", () => {
  for (const use of ["mean", "sum", "last", "min", "difference"] as const) {
    const { chosen, samples } = rerank(policy, model, problems, { ...options, use });
    samples.forEach((own, i) => {
      const scores = own.map(({ actions }) => scored(i, actions, use));
      expect(own).toHaveLength(6);
      expect(chosen[i]).toBe(own[scores.indexOf(Math.max(...scores))]);
    });
  }
});

test("the first sample is the episode that a sampled evaluation plays, and the others differ from it", () => {
  const sampled = evaluate(policy, problems, { environment, temperature: 1, seed: 9 });
  expect(found.samples.map(([first]) => first.actions)).toEqual(sampled.map((episode) => episode.actions));
  const others = found.samples.flatMap(([first, ...rest]) =>
    rest.filter((one) => one.actions !== first.actions),
  );
  const texts = new Set(found.samples[0].map((one) => one.actions.join()));
  expect(texts.size).toBeGreaterThan(1);
  expect(others).toHaveLength(30 * 5);
});

test("more samples never take one away, and what is played beside a problem changes nothing", () => {
  const more = rerank(policy, model, problems, { ...options, samples: 9, use: "mean" });
  more.samples.forEach((own, i) =>
    expect(own.slice(0, 6).map((one) => one.actions)).toEqual(found.samples[i].map((one) => one.actions)),
  );
  const alone = rerank(policy, model, problems.slice(0, 1), { ...options, use: "mean" });
  expect(alone.chosen[0].actions).toEqual(found.chosen[0].actions);
});
