import { stream } from "../../math/rng.ts";
import { type EnvConfig, featureCount, RepairEnv } from "../env/env.ts";
import { expertAction, type ExpertConfig } from "../env/expert.ts";
import type { Problem } from "../env/problem.ts";
import { Experience } from "./experience.ts";
import { NOISE_SEED } from "./rollout.ts";
import { STREAM } from "./streams.ts";

/** One episode of the scripted demonstrator on each problem, as decisions to imitate. Depends on `seed` alone. */
export function demonstrate(
  problems: readonly Problem[],
  environment: EnvConfig,
  expert: ExpertConfig,
  seed: number,
): Experience {
  const experience = new Experience(
    problems,
    problems.length * environment.maxSteps,
    featureCount(environment),
  );
  const env = new RepairEnv(environment);
  problems.forEach((problem, episode) => {
    const rng = stream(seed, STREAM.expert, episode);
    env.reset(problem, stream(seed, STREAM.demonstrations, episode), NOISE_SEED);
    while (!env.done) {
      const decision = experience.observe(env, episode);
      const action = expertAction(env, rng, expert);
      experience.action[decision] = action;
      env.step(action);
    }
  });
  return experience;
}
