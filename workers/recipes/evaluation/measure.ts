import { evaluate, evaluatePlayer } from "../../lab/algo/evaluate.ts";
import type { Episode } from "../../lab/algo/rollout.ts";
import { confirmRepair } from "../../lab/env/repair.ts";
import { ACTION_COUNT, ACTIONS } from "../../lab/env/actions.ts";
import { type EnvConfig, RepairEnv } from "../../lab/env/env.ts";
import type { PlayerName } from "../../lab/env/players.ts";
import type { Problem } from "../../lab/env/problem.ts";
import { firstConflict, traceEpisode } from "../../lab/env/trace.ts";
import { Policy } from "../../lab/nn/policy.ts";
import { loadOracle } from "../../lp/oracle.ts";
import { stream } from "../../math/rng.ts";
import { MEASURED_DA, packTally, tallyDiagnosis, writeChoice } from "../../../packs/repair/diagnosis.ts";
import type { EpisodesEvent, EvaluationEvent, EvaluationProtocol } from "../../protocol/events.ts";

/** The parameters that say what a policy sees, under their manifest names. */
export interface Observed {
  /** Standard deviation of the observation noise. */
  sigma: number;
  /** Shows the classes of names too. */
  observe_names: boolean;
}

/** The environment of every phase of every recipe; only the step limit differs. */
export function environmentOf(sees: Observed, maxSteps: number): EnvConfig {
  const { sigma, observe_names: seesNames } = sees;
  return { maxSteps, observation: "noisy", sigma, seesNames, randomPivotIis: true, hideInitialIis: true };
}

/** The observation as an evaluation's protocol names it. */
export function observationName({ sigma, observe_names }: Observed): string {
  return `noisy sigma=${sigma}${observe_names ? ", name classes" : ""}`;
}

/** Episodes per event, so that no line grows beyond what one upload takes. */
const EPISODES_PER_EVENT = 50;

/** Everything that decides an evaluation besides policy and problems. */
export interface Measurement {
  sees: Observed;
  maxSteps: number;
  /** Of sampled actions; 0 is greedy. */
  temperature: number;
  seed: number;
  /** Where episodes were chosen among several: how, and of each problem the share of its samples that is quick. */
  rerank?: { how: NonNullable<EvaluationProtocol["rerank"]>; sampledAt5: readonly number[] };
}

/** The parameters that every training measures itself by: greedy, with the problem seed. */
export function greedyMeasurement(
  p: Observed & { eval_max_steps: number; problem_seed: number },
): Measurement {
  const { sigma, observe_names } = p;
  return { sees: { sigma, observe_names }, maxSteps: p.eval_max_steps, temperature: 0, seed: p.problem_seed };
}

/** Who plays an evaluation: a policy or a player, or somebody who has played it already. */
export type Measured = Policy | PlayerName | readonly Episode[];

/** One episode on each problem, measured alike at every step and in every run with these problems. */
export function measure(
  by: Measured,
  problems: readonly Problem[],
  { sees, maxSteps, temperature, seed }: Measurement,
): readonly Episode[] {
  const environment = environmentOf(sees, maxSteps);
  if (typeof by === "string") return evaluatePlayer(by, problems, { environment, seed });
  return by instanceof Policy ? evaluate(by, problems, { environment, temperature, seed }) : by;
}

export function evaluationEvent(
  episodes: readonly Episode[],
  facts: Pick<EvaluationEvent, "at" | "step" | "final" | "populationHash">,
  how: Measurement,
  confirmed: readonly (boolean | null)[] = [],
): EvaluationEvent {
  return {
    t: "evaluation",
    key: how.temperature === 0 ? `step-${facts.step}` : `step-${facts.step}-sampled`,
    ...facts,
    protocol: {
      decoding: how.temperature === 0 ? "greedy" : "sampled",
      temperature: how.temperature,
      maxSteps: how.maxSteps,
      observation: observationName(how.sees),
      evalSeed: how.seed,
      daDefinition: writeChoice(MEASURED_DA),
      ...(how.rerank && { rerank: how.rerank.how }),
    },
    rows: episodes.map((episode, i) => {
      const { solved, steps, op, da, clean } = episode.outcome;
      const diagnosis = packTally(tallyDiagnosis(diagnosed(episode)));
      const sampled = how.rerank && { sampledAt5: how.rerank.sampledAt5[i] };
      return { i, solved, steps, op, da, clean, confirmed: confirmed[i] ?? null, diagnosis, ...sampled };
    }),
  };
}

/** What an episode pointed at, element by element. */
const diagnosed = ({ problem, actions }: Episode) => ({
  conflict: firstConflict(problem),
  faults: problem.faults,
  actions: actions.map((flat) => {
    const element = Math.floor(flat / ACTION_COUNT);
    return { action: ACTIONS[flat % ACTION_COUNT], target: element };
  }),
});

/** What every episode did, step by step, for the evaluation with this key. */
export function* episodesEvents(
  episodes: readonly Episode[],
  facts: Pick<EpisodesEvent, "at" | "key">,
): Generator<EpisodesEvent> {
  for (let from = 0; from < episodes.length; from += EPISODES_PER_EVENT) {
    const part = episodes.slice(from, from + EPISODES_PER_EVENT);
    yield {
      t: "episodes",
      ...facts,
      episodes: part.map(({ problem, actions }, k) => ({
        i: from + k,
        steps: traceEpisode(problem, actions),
      })),
    };
  }
}

/**
 * Asks HiGHS, once per solved problem with integer columns, whether the repaired integer model has a solution.
 * Null for problems without integers, for unsolved ones, and where HiGHS could not decide in time.
 */
export async function confirmIntegers(
  episodes: readonly Episode[],
  { sees, maxSteps }: Measurement,
  shouldStop: () => Promise<boolean>,
): Promise<(boolean | null)[]> {
  const answers: (boolean | null)[] = episodes.map(() => null);
  for (const [i, { problem, outcome, actions }] of episodes.entries()) {
    if (!problem.relaxed || !outcome.solved) continue;
    if (await shouldStop()) return answers;
    const oracle = await loadOracle();
    const env = new RepairEnv(environmentOf(sees, maxSteps));
    env.reset(problem, stream(0), 0);
    for (const action of actions) env.step(action);
    answers[i] = confirmRepair(oracle, env.repairedModel());
  }
  return answers;
}
