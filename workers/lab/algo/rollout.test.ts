import { expect, test } from "vitest";
import { stream } from "../../math/rng.ts";
import { evaluate } from "./evaluate.ts";
import { Experience } from "./experience.ts";
import { NOISY_EXPERT } from "../env/testing/problems.ts";
import { demonstrate } from "./demonstrations.ts";
import { rollout, type RolloutOptions } from "./rollout.ts";
import { sft } from "./sft.ts";
import {
  easyProblems,
  ENVIRONMENT,
  twoStepProblems,
  referenceLogProbability,
  smallPolicy,
} from "./testing.ts";

const problems = easyProblems(12);

const sampled: RolloutOptions = {
  environment: ENVIRONMENT,
  temperature: 1,
  streams: (index) => ({ environment: stream(3, index, 0), actions: stream(3, index, 1) }),
};

test("an episode is the same whether it is played alone, with all others, or in passes of another size", () => {
  const together = rollout(smallPolicy(1), problems, sampled);
  const cramped = rollout(smallPolicy(1, 30), problems, sampled);
  const alone = problems.flatMap((problem, index) =>
    rollout(smallPolicy(1), [problem], { ...sampled, streams: () => sampled.streams(index) }),
  );
  expect(cramped).toEqual(together);
  expect(alone).toEqual(together);
  expect(new Set(together.map((episode) => episode.actions.join())).size).toBeGreaterThan(6);
});

test("kept decisions carry the log-probability the policy gave its action, and belong to their episode", () => {
  const policy = smallPolicy(2);
  const experience = new Experience(problems, 200);
  const first = rollout(policy, problems.slice(0, 5), {
    ...sampled,
    temperature: 0.7,
    keep: { experience, firstEpisode: 0 },
  });
  const second = rollout(policy, problems.slice(5), {
    ...sampled,
    temperature: 0.7,
    keep: { experience, firstEpisode: 5 },
  });
  const parameters = Float64Array.from(policy.parameters);
  const actions: number[][] = problems.map(() => []);
  for (let d = 0; d < experience.count; d++) {
    actions[experience.episode[d]].push(experience.action[d]);
    const exact = referenceLogProbability(parameters, experience, d, 0.7);
    expect(experience.logProbability[d]).toBeCloseTo(exact, 4);
  }
  expect(actions).toEqual([...first, ...second].map((episode) => [...episode.actions]));
});

test("a sampled action comes up as often as its probability says", () => {
  const policy = smallPolicy(4);
  const draws = 4000;
  const experience = new Experience(problems, draws);
  rollout(
    policy,
    Array.from({ length: draws }, () => problems[0]),
    { ...sampled, environment: { ...ENVIRONMENT, maxSteps: 1 }, keep: { experience, firstEpisode: 0 } },
  );
  const counts = new Map<number, number>();
  for (const action of experience.action.subarray(0, draws))
    counts.set(action, (counts.get(action) ?? 0) + 1);
  const [action, count] = [...counts].reduce((a, b) => (a[1] > b[1] ? a : b));
  experience.action[0] = action;
  const p = Math.exp(referenceLogProbability(Float64Array.from(policy.parameters), experience, 0, 1));
  // Five standard deviations of a binomial share.
  expect(Math.abs(count / draws - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / draws));
});

test("a greedy evaluation depends on its seed and each problem's place, and on nothing else", () => {
  const options = { environment: { ...ENVIRONMENT, maxSteps: 20 }, temperature: 0, seed: 9 };
  const policy = smallPolicy(1);
  const all = evaluate(policy, problems, options);
  expect(evaluate(policy, problems.slice(0, 4), options)).toEqual(all.slice(0, 4));
  expect(evaluate(smallPolicy(1), problems, options)).toEqual(all);
});

test("the same problem in two places of an evaluation is shown different conflicts", () => {
  const policy = smallPolicy(1);
  const demonstrations = demonstrate(easyProblems(150), ENVIRONMENT, NOISY_EXPERT, 4);
  for (const _ of sft(policy, demonstrations, { epochs: 40, seed: 2 }));
  const options = { environment: { ...ENVIRONMENT, maxSteps: 20 }, temperature: 0, seed: 9 };
  const differing = twoStepProblems(8).filter((problem) => {
    const copies = Array.from({ length: 8 }, () => problem);
    const played = evaluate(policy, copies, options).map((episode) => episode.actions.join());
    return new Set(played).size > 1;
  });
  expect(differing.length).toBeGreaterThan(2);
});

test("a problem with more entities than a pass holds is an error that says both numbers", () => {
  expect(() => rollout(smallPolicy(1, 8), problems, sampled)).toThrow(/does not fit the policy's 8 rows/);
});

test("experience that is full says what to lower", () => {
  const experience = new Experience(problems, 20);
  const play = () => rollout(smallPolicy(1), problems, { ...sampled, keep: { experience, firstEpisode: 0 } });
  expect(play).toThrow(/Lower the number of problems per step/);
});
