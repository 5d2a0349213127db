import { familiesOf } from "../../code/families/all.ts";
import {
  caseOverlap,
  type CodeProblem,
  HIDDEN_CASES,
  makeProblems,
  SHOWN_CASES,
  UsedUpError,
} from "../../code/problem.ts";
import { populationHash } from "../../lp/population-hash.ts";
import type { PopulationEvent } from "../../protocol/events.ts";
import { Refusal } from "../refusal.ts";
import type { Reporter } from "../reporter.ts";

/** Parameters of every recipe of programs, under their manifest names; what they mean is said there. */
export interface CodeProblemParams {
  families: string;
  difficulty_low: number;
  difficulty_high: number;
  train_problems: number;
  eval_problems: number;
  problem_seed: number;
  limit: number;
  hidden: number;
}

export interface CodeSets {
  train: CodeProblem[];
  heldOut: CodeProblem[];
}

/** Problems that the parameters name. Held-out ones come first, so that they are the same whatever is trained on. */
export function loadCodeSets(params: CodeProblemParams): CodeSets {
  const { families: name, difficulty_low, difficulty_high, problem_seed: seed } = params;
  const families = familiesOf(name);
  if (families.length === 0) throw new Refusal(`There is no family of problems called "${name}".`);
  if (difficulty_low > difficulty_high)
    throw new Refusal(`No problem has a difficulty from ${difficulty_low} to ${difficulty_high}.`);
  const choice = { families, difficulties: [difficulty_low, difficulty_high] as const, seed };
  const taken = new Set<string>();
  try {
    return {
      heldOut: makeProblems("held_out", { ...choice, count: params.eval_problems }, taken),
      train: makeProblems("train", { ...choice, count: params.train_problems }, taken),
    };
  } catch (error) {
    if (error instanceof UsedUpError) throw new Refusal(error.message);
    throw error;
  }
}

/** A set as the wire names it. */
export function codePopulation(
  role: "train" | "held_out",
  problems: readonly CodeProblem[],
  { families, difficulty_low, difficulty_high }: CodeProblemParams,
): PopulationEvent {
  return {
    t: "population",
    at: Date.now(),
    role,
    name: `${role === "train" ? "train" : "held-out"} programs, ${families}, difficulty ${difficulty_low} to ${difficulty_high}`,
    source: "generated",
    hash: populationHash(problems.map(({ hash }) => hash)),
    relaxed: false,
    problems: problems.map(({ key, hash, family, difficulty }) => ({
      key,
      hash,
      type: family.id,
      level: `d${difficulty}`,
      rows: HIDDEN_CASES,
      cols: SHOWN_CASES,
      integers: 0,
      faults: 0,
    })),
  };
}

/** Says of the sets what a reader of their results should know. */
export function noteSets(reporter: Reporter, { train, heldOut }: CodeSets): void {
  const share = Math.round(100 * caseOverlap(heldOut, train));
  reporter.note(
    "info",
    `No held-out problem has the content of a train problem; ${share} % of the held-out cases are also a case of a train problem, since small families have few. The policy reads family and difficulty, never a case.`,
  );
}
