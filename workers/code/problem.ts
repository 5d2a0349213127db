import { createHash } from "node:crypto";
import { stream } from "../math/rng.ts";
import type { Family } from "./families/family.ts";
import { encodeAnswer } from "./sandbox.ts";
import { CODE_STREAM } from "./streams.ts";

export interface Case {
  args: readonly unknown[];
  /** As `encodeAnswer` writes it. */
  expected: string;
}

/** An instance of a family. Only hidden cases are paid for; the shown ones stand in its statement. */
export interface CodeProblem {
  key: string;
  family: Family;
  difficulty: number;
  shown: readonly Case[];
  hidden: readonly Case[];
  /** sha256 of family and cases: what the problem is, whatever it is called. */
  hash: string;
}

export const SHOWN_CASES = 3;
export const HIDDEN_CASES = 5;

/** A case that was drawn before is drawn again this often; small families have no others. */
const REDRAWS = 20;
/** An instance that is already there is drawn again this often before the family counts as used up. */
const MOST_TRIES = 200;

/** A family that has no further instance of a difficulty. */
export class UsedUpError extends Error {}

function makeProblem(family: Family, difficulty: number, rng: () => number, key: string): CodeProblem {
  const drawn = new Set<string>();
  const one = (place: number): Case => {
    let args = family.make(rng, difficulty, place);
    for (let k = 0; k < REDRAWS && drawn.has(JSON.stringify(args)); k++)
      args = family.make(rng, difficulty, place);
    drawn.add(JSON.stringify(args));
    // The answer is computed from a copy: nothing may change what the program will see.
    const answer = family.answer(...(structuredClone(args) as never[]));
    return { args, expected: encodeAnswer(answer) };
  };
  const cases = (n: number) => Array.from({ length: n }, (_, place) => one(place));
  const [hidden, shown] = [cases(HIDDEN_CASES), cases(SHOWN_CASES)];
  const content = JSON.stringify([family.id, shown.map((c) => c.args), hidden.map((c) => c.args)]);
  return { key, family, difficulty, shown, hidden, hash: createHash("sha256").update(content).digest("hex") };
}

export interface ProblemChoice {
  families: readonly Family[];
  /** Difficulties, both included. */
  difficulties: readonly [number, number];
  count: number;
  seed: number;
}

/**
 * `count` problems, the families by turns and the difficulties evenly within each. None has the content of one in `taken`, to
 * which they are added. Throws `UsedUpError` where a family has no more.
 */
export function makeProblems(
  part: "train" | "held_out",
  { families, difficulties: [low, high], count, seed }: ProblemChoice,
  taken: Set<string>,
): CodeProblem[] {
  return Array.from({ length: count }, (_, k) => {
    const family = families[k % families.length];
    const difficulty = low + (Math.floor(k / families.length) % (high - low + 1));
    const key = `${part === "train" ? "t" : "h"}${String(k).padStart(4, "0")}-${family.id}-d${difficulty}`;
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const rng = stream(seed, CODE_STREAM.problems, part === "train" ? 0 : 1, k, attempt);
      const problem = makeProblem(family, difficulty, rng, key);
      if (taken.has(problem.hash)) continue;
      taken.add(problem.hash);
      return problem;
    }
    throw new UsedUpError(
      `${family.title} has no further instance of difficulty ${difficulty}. Ask for fewer problems, or for more families or difficulties.`,
    );
  });
}

/** The share of hidden cases of `problems` that are also a case of one of `others` of the same family: 0 to 1. */
export function caseOverlap(problems: readonly CodeProblem[], others: readonly CodeProblem[]): number {
  const name = (problem: CodeProblem, { args }: Case) => `${problem.family.id} ${JSON.stringify(args)}`;
  const known = new Set(
    others.flatMap((problem) => [...problem.shown, ...problem.hidden].map((one) => name(problem, one))),
  );
  const cases = problems.flatMap((problem) => problem.hidden.map((one) => name(problem, one)));
  return cases.filter((one) => known.has(one)).length / cases.length;
}

/** What a person who is to solve it reads. */
export function statementOf({ family, difficulty, shown }: CodeProblem): string {
  const args = ["a", "b", "c"].slice(0, family.arity).join(", ");
  const examples = shown.map(
    ({ args, expected }) => `solve(${args.map((arg) => JSON.stringify(arg)).join(", ")}) is ${expected}`,
  );
  return [
    `${family.title}, difficulty ${difficulty}`,
    `Write solve(${args}). ${family.statement}`,
    ...examples,
  ].join("\n");
}
