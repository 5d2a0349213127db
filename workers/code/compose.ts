import { ActionDistribution } from "../lab/algo/rollout.ts";
import { scoreDecisions } from "../lab/algo/score-decisions.ts";
import type { Policy } from "../lab/nn/policy.ts";
import type { Rng } from "../math/rng.ts";
import { bestAllowed } from "../math/sampling.ts";
import { Draft } from "./draft.ts";
import { writeProgram } from "./grammar.ts";
import { CodeExperience, type Task } from "./observe.ts";

export interface Composition {
  derivation: readonly number[];
  /** Null where it was cut at the limit of productions. */
  program: string | null;
}

export interface ComposeOptions {
  /** Sampling temperature; 0 takes the best production. */
  temperature: number;
  /** Most productions of a program. */
  limit: number;
  rng(index: number): Rng;
  /** Where choices are kept for an update, with tasks[i] as episode firstEpisode + i. */
  keep?: { experience: CodeExperience; firstEpisode: number };
}

/**
 * Writes one program for each task, in lock step: all that still grow choose in one pass through the policy. The programs are
 * the same as when each is written alone.
 */
export function compose(policy: Policy, tasks: readonly Task[], options: ComposeOptions): Composition[] {
  const { temperature, limit, rng, keep } = options;
  const experience = keep?.experience ?? new CodeExperience(tasks.length);
  const firstEpisode = keep?.firstEpisode ?? 0;
  const distribution = new ActionDistribution(policy, temperature);
  const growing = tasks.map((task, index) => ({ task, draft: new Draft(), rng: rng(index) }));

  const choose = (decision: number, scoreOffset: number, count: number) => {
    const { draft, rng: own } = growing[experience.episode[decision] - firstEpisode];
    let production: number;
    if (temperature === 0) {
      production = bestAllowed(policy.scores, policy.mask, scoreOffset, count);
    } else {
      distribution.read(scoreOffset, count);
      production = distribution.sample(own());
      experience.logProbability[decision] = distribution.logProbability(production);
    }
    experience.action[decision] = production;
    draft.fill(production);
  };

  let live = growing.map((_, index) => index);
  while (live.length > 0) {
    if (!keep) experience.clear();
    const decisions = live.map((index) =>
      experience.observe(growing[index].task, growing[index].draft, firstEpisode + index),
    );
    scoreDecisions(policy, experience, decisions, { decision: choose });
    live = live.filter((index) => {
      const { draft } = growing[index];
      return draft.next !== undefined && draft.derivation.length < limit;
    });
  }
  return growing.map(({ draft: { derivation, next } }) => ({
    derivation,
    program: next === undefined ? writeProgram(derivation) : null,
  }));
}
