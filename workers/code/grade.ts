import type { CodeProblem } from "./problem.ts";
import type { Ending, Sandbox } from "./sandbox.ts";

/** What a program is paid: 1 where all hidden cases pass; else half the passed share, nothing, or the whole share. */
export type CodeReward = "partial" | "all" | "share" | "random" | "constant";

export interface Grade {
  ending: Ending | "cut";
  /** Share of the hidden cases that passed; 0 for a program that a limit ended. */
  passed: number;
  solved: boolean;
  error: string | null;
}

/** A program that was cut at its length limit has no text to run. */
export const CUT: Grade = {
  ending: "cut",
  passed: 0,
  solved: false,
  error: "the program reached the limit of productions",
};

/**
 * The reward of a graded program. "partial" is that of the reports' GRPO (1, or half the passed share), "all" that of their
 * reward engine, "share" that of their M-GRPO. Two are controls that know nothing of the program: "random" pays by `chance`, 0 to
 * 1, and "constant" always the same.
 */
export function rewardOf(kind: CodeReward, { passed, solved }: Grade, chance = 0): number {
  if (kind === "random") return chance < 0.5 ? 0 : 1;
  if (kind === "constant") return 0.5;
  if (kind === "share") return passed;
  if (solved) return 1;
  return kind === "partial" ? 0.5 * passed : 0;
}

/** Grades are kept up to this many; the same program on the same problem has the same grade. */
const MOST_KEPT = 100_000;

/** Runs programs on problems, each pair once. */
export class Grader {
  readonly #sandbox: Sandbox;
  readonly #known = new Map<string, Grade>();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  grade({ hash, hidden }: CodeProblem, program: string): Grade {
    const key = `${hash}\n${program}`;
    const known = this.#known.get(key);
    if (known) return known;
    const { ending, answers, error } = this.#sandbox.run(
      program,
      hidden.map((one) => one.args),
    );
    const right = hidden.filter((one, k) => answers[k] === one.expected).length;
    const grade: Grade = {
      ending,
      passed: right / hidden.length,
      solved: right === hidden.length,
      error: error ?? null,
    };
    if (this.#known.size >= MOST_KEPT) this.#known.clear();
    this.#known.set(key, grade);
    return grade;
  }
}
