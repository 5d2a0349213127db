import type { GradedProgram } from "../../code/draw.ts";
import { type CodeProblem, statementOf } from "../../code/problem.ts";
import type { TextsEvent } from "../../protocol/events.ts";

/** How a program ended, in the word that a list of completions shows. */
const endingOf = ({ grade }: GradedProgram): string =>
  grade.ending === "answered" ? (grade.solved ? "solved" : "wrong") : grade.ending;

/** Programs of one problem as they are kept to be read. */
export function textGroup(
  problem: CodeProblem,
  programs: readonly GradedProgram[],
  rewards: readonly number[],
): TextsEvent["groups"][number] {
  return {
    key: problem.key,
    prompt: statementOf(problem),
    completions: programs.map((one, k) => ({
      text: one.program ?? "// cut at the limit of productions",
      reward: rewards[k],
      length: one.derivation.length,
      truncated: one.program === null,
      ending: endingOf(one),
      rewards: { passed: one.grade.passed },
      ...(one.grade.error !== null && { error: one.grade.error.slice(0, 200) }),
    })),
  };
}
