import { stream } from "../math/rng.ts";
import { populationHash } from "../lp/population-hash.ts";
import { writeAsExpert } from "../code/experts.ts";
import { familiesOf } from "../code/families/all.ts";
import { Grader, rewardOf } from "../code/grade.ts";
import { writeProgram } from "../code/grammar.ts";
import { type CodeProblem, makeProblems, statementOf, UsedUpError } from "../code/problem.ts";
import { Sandbox } from "../code/sandbox.ts";
import { CODE_REWARDS, type CodeSource, JudgeProblem, type OpenedProblem, type Verdict } from "./messages.ts";

const ASKED = "Answer with the function alone, in JavaScript.";

/** The program of an answer: what its last fence holds, or all of it. What is thought before `</think>` is no answer. */
export function readProgram(text: string): string {
  const answer = text.slice(text.lastIndexOf("</think>") + 1).replace(/^\/think>/, "");
  const fences = answer.split("```");
  if (fences.length < 3) return answer.trim();
  const inside = fences[fences.length - (fences.length % 2 === 1 ? 2 : 1)];
  return inside.replace(/^(javascript|js)?\s*\n/i, "").trim();
}

function problemsOf({ part, count, seed, families, difficulties, heldOut }: CodeSource): CodeProblem[] {
  const chosen = familiesOf(families);
  if (chosen.length === 0)
    throw new JudgeProblem(`There is no family of problems "${families}". Ask for all, basic, hard or weak.`);
  const [low, high] = [Math.min(...difficulties), Math.max(...difficulties)];
  const make = (which: "train" | "held_out", n: number, taken: Set<string>) =>
    makeProblems(which, { families: chosen, difficulties: [low, high], count: n, seed }, taken);
  try {
    const taken = new Set<string>();
    if (part === "train" && heldOut > 0) make("held_out", heldOut, taken);
    return make(part, count, taken);
  } catch (error) {
    throw error instanceof UsedUpError ? new JudgeProblem(error.message) : error;
  }
}

/** Programming problems with a judge that runs what is answered on cases that nobody sees. */
export class CodeSet {
  readonly problems: readonly CodeProblem[];
  readonly #grader: Grader;

  private constructor(problems: readonly CodeProblem[], grader: Grader) {
    this.problems = problems;
    this.#grader = grader;
  }

  static async make(source: CodeSource): Promise<CodeSet> {
    return new CodeSet(problemsOf(source), new Grader(await Sandbox.load()));
  }

  get hash(): string {
    return populationHash(this.problems.map(({ hash }) => hash));
  }

  open(): OpenedProblem[] {
    return this.problems.map((problem, i) => ({
      key: problem.key,
      hash: problem.hash,
      type: problem.family.id,
      level: `d${problem.difficulty}`,
      prompt: `${statementOf(problem)}\n${ASKED}`,
      answer: writeProgram(writeAsExpert(problem.family, { right: 1, slip: 0 }, stream(0, i))).trim(),
    }));
  }

  judge(i: number, text: string, reward: string): Verdict {
    const kind = CODE_REWARDS.find((one) => one === reward);
    if (kind === undefined)
      throw new JudgeProblem(`A program is not paid by "${reward}", but by ${CODE_REWARDS.join(", ")}.`);
    const grade = this.#grader.grade(this.problems[i], readProgram(text));
    return {
      reward: rewardOf(kind, grade),
      solved: grade.solved,
      steps: 1,
      ending: grade.solved ? "solved" : grade.ending,
      op: null,
      da: null,
      passed: grade.passed,
      clean: null,
      error: grade.error,
    };
  }
}
