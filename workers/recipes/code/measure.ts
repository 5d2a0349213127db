import type { Policy } from "../../lab/nn/policy.ts";
import { passAtK } from "../../math/pass-at-k.ts";
import { stream } from "../../math/rng.ts";
import { compose } from "../../code/compose.ts";
import { gradeAll, type GradedProgram, taskOf } from "../../code/draw.ts";
import type { Grader } from "../../code/grade.ts";
import { type CodeProblem, HIDDEN_CASES } from "../../code/problem.ts";
import { CODE_STREAM } from "../../code/streams.ts";
import type { EvaluationEvent } from "../../protocol/events.ts";

/** Everything that decides an evaluation of programs besides policy and problems. */
export interface CodeMeasurement {
  limit: number;
  /** Of the program that counts as the answer; 0 is greedy. */
  temperature: number;
  /** Programs drawn beside it for pass@k, and at which temperature; 0 draws none. */
  samples: number;
  sampleTemperature: number;
  seed: number;
}

export interface Measured {
  problem: CodeProblem;
  /** The answer. */
  program: GradedProgram;
  samples: GradedProgram[];
}

/** One program for each problem, and the samples. Everything random depends on the seed and the problem's index. */
export function measurePrograms(
  policy: Policy,
  grader: Grader,
  problems: readonly CodeProblem[],
  { limit, temperature, samples, sampleTemperature, seed }: CodeMeasurement,
): Measured[] {
  const write = (of: readonly CodeProblem[], at: number, which: number) =>
    gradeAll(
      grader,
      of,
      compose(policy, of.map(taskOf), {
        temperature: at,
        limit,
        rng: (index) => stream(seed, CODE_STREAM.samples, which, index),
      }),
    );
  const answers = write(problems, temperature, 0);
  const drawn = Array.from({ length: samples }, (_, k) => write(problems, sampleTemperature, k + 1));
  return problems.map((problem, k) => ({
    problem,
    program: answers[k],
    samples: drawn.map((one) => one[k]),
  }));
}

/** The k of pass@k beside 1. */
const MANY = 8;

const estimate = (samples: readonly GradedProgram[], k: number) =>
  passAtK(samples.length, samples.filter(({ grade }) => grade.solved).length, k);

export function codeEvaluation(
  measured: readonly Measured[],
  facts: Pick<EvaluationEvent, "step" | "final" | "populationHash">,
  how: CodeMeasurement,
): EvaluationEvent {
  return {
    t: "evaluation",
    at: Date.now(),
    key: `step-${facts.step}`,
    ...facts,
    protocol: {
      decoding: how.temperature === 0 ? "greedy" : "sampled",
      temperature: how.temperature,
      maxSteps: 1,
      observation: `statement; ${HIDDEN_CASES} hidden cases, ${how.limit} productions`,
      evalSeed: how.seed,
      daDefinition: "none",
      programs: { samples: how.samples, temperature: how.sampleTemperature },
    },
    rows: measured.map(({ program: { grade }, samples }, i) => ({
      i,
      solved: grade.solved,
      // A program is one action.
      steps: 1,
      op: null,
      da: null,
      clean: null,
      confirmed: null,
      passed: grade.passed,
      passAt1: estimate(samples, 1),
      passAt8: estimate(samples, MANY),
    })),
  };
}
