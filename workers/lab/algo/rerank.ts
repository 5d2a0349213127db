import { featureCount } from "../env/env.ts";
import type { Problem } from "../env/problem.ts";
import { elementCount } from "../../lp/model.ts";
import type { Policy } from "../nn/policy.ts";
import { episodeScore, type PrmUse, scoreEpisodes } from "../prm/score-episodes.ts";
import { stream } from "../../math/rng.ts";
import { type EvaluateOptions, evaluationStreams } from "./evaluate.ts";
import { Experience, MAX_ROWS } from "./experience.ts";
import { type Episode, rollout } from "./rollout.ts";
import { STREAM } from "./streams.ts";

export interface RerankOptions extends EvaluateOptions {
  /** Episodes per problem. */
  samples: number;
  /** What of an episode's scores decides. */
  use: PrmUse;
}

/**
 * Plays `samples` sampled episodes on each problem and chooses the one that the process reward model scores highest, the
 * earliest of equals. All samples of a problem meet the same pivots of GET_IIS, so that each can be played again as any
 * other evaluated episode; the first is the one that sampled evaluation plays. `samples[i]` are the episodes on problem i.
 */
export function rerank(
  policy: Policy,
  model: Policy,
  problems: readonly Problem[],
  { environment, temperature, seed, samples, use }: RerankOptions,
): { chosen: Episode[]; samples: Episode[][] } {
  const entities = problems.reduce((most, problem) => Math.max(most, elementCount(problem.model) + 1), 1);
  const episodesAbreast = Math.floor(MAX_ROWS / (entities * environment.maxSteps));
  const abreast = Math.max(1, Math.floor(Math.min(ABREAST, episodesAbreast) / samples));
  const decisions = abreast * samples * environment.maxSteps;
  const experience = new Experience(problems, decisions, featureCount(environment));
  const played: Episode[][] = [];
  const chosen: Episode[] = [];
  for (let from = 0; from < problems.length; from += abreast) {
    const part = problems.slice(from, from + abreast);
    experience.clear();
    const episodes = rollout(
      policy,
      part.flatMap((problem) => Array.from({ length: samples }, () => problem)),
      {
        environment,
        temperature,
        streams: (index) => sampleStreams(seed, from + Math.floor(index / samples), index % samples),
        keep: { experience, firstEpisode: 0 },
      },
    );
    const scores = scoreEpisodes(model, experience, 0, 0, episodes.length).map((of) => episodeScore(of, use));
    part.forEach((_, i) => {
      const own = episodes.slice(i * samples, (i + 1) * samples);
      const score = scores.slice(i * samples, (i + 1) * samples);
      played.push(own);
      chosen.push(own[score.indexOf(Math.max(...score))]);
    });
  }
  return { chosen, samples: played };
}

/** Episodes played side by side. */
const ABREAST = 800;

/** The streams of sample k on problem `index`: those of its evaluation, but for the actions of samples after the first. */
function sampleStreams(seed: number, index: number, k: number) {
  const streams = evaluationStreams(seed, index);
  return k === 0 ? streams : { ...streams, actions: stream(seed, STREAM.evaluation, index, 1 + k) };
}
