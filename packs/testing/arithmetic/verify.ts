/** Three sums. */
export const SUMS = ["12 + 7", "30 + 45", "8 + 95"];

const sumOf = (problem: string): number =>
  problem.split(" + ").reduce((sum, addend) => sum + Number(addend), 0);

/** What an answer is worth, as the row of an evaluation has it. */
export function verify(problem: string, answer: number) {
  const off = Math.abs(answer - sumOf(problem));
  return { problem, solved: off === 0, score: null, steps: 1, measures: { exact: Number(off === 0), off } };
}

/** What a failure is told by. */
export const judged = (problem: string, answer: number) => ({
  of: "sums",
  solved: answer === sumOf(problem),
  steps: 1,
  maxSteps: 5,
  named: [String(answer)],
  truth: new Set([String(sumOf(problem))]),
});
