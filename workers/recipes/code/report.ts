import type { Grader } from "../../code/grade.ts";
import { meansOver } from "../../protocol/metrics/values-over-problems.ts";
import type { CodeProblem } from "../../code/problem.ts";
import type { Policy } from "../../lab/nn/policy.ts";
import type { TrainContext } from "../recipe.ts";
import type { Values } from "../reporter.ts";
import { codeEvaluation, type CodeMeasurement, measurePrograms } from "./measure.ts";
import { textGroup } from "./texts.ts";

/** Texts of so many problems go into one event, so that no line grows beyond what one upload takes. */
const TEXTS_PER_EVENT = 100;

/** Measures a policy, emits the evaluation and returns its metrics; a final one comes with its programs. */
export function reportPrograms(
  { emit, log }: TrainContext,
  policy: Policy,
  grader: Grader,
  problems: readonly CodeProblem[],
  how: CodeMeasurement,
  facts: { step: number; final: boolean; populationHash: string },
): Values {
  const { step, final } = facts;
  const measured = measurePrograms(policy, grader, problems, how);
  const event = codeEvaluation(measured, facts, how);
  emit(event);
  if (final)
    for (let from = 0; from < measured.length; from += TEXTS_PER_EVENT)
      emit({
        t: "texts",
        at: Date.now(),
        phase: "eval",
        step,
        groups: measured
          .slice(from, from + TEXTS_PER_EVENT)
          .map(({ problem, program }) => textGroup(problem, [program], [program.grade.passed])),
      });
  const values = meansOver("programs", event.rows);
  const written = Object.entries(values).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  log(`step ${step} ${written.join(" ")}`);
  return values;
}

/** Greedy, without samples: as every training measures itself. */
export const greedyPrograms = ({
  limit,
  problem_seed,
}: {
  limit: number;
  problem_seed: number;
}): CodeMeasurement => ({
  limit,
  temperature: 0,
  samples: 0,
  sampleTemperature: 1,
  seed: problem_seed,
});
