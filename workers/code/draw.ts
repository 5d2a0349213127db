import type { DrawnGroup } from "../lab/algo/draw-groups.ts";
import type { StepMeter } from "../lab/algo/step-meter.ts";
import type { GroupSource } from "../lab/algo/train-on-groups.ts";
import { integer, stream, uniform } from "../math/rng.ts";
import { compose, type Composition } from "./compose.ts";
import { FAMILIES } from "./families/all.ts";
import { CUT, type CodeReward, type Grade, type Grader, rewardOf } from "./grade.ts";
import { CodeExperience, type Task } from "./observe.ts";
import type { CodeProblem } from "./problem.ts";
import { CODE_STREAM } from "./streams.ts";

export interface GradedProgram extends Composition {
  grade: Grade;
}

/** The programs of one problem in one draw. */
export interface CodeGroup extends DrawnGroup {
  problem: CodeProblem;
  programs: GradedProgram[];
}

export interface CodeDrawOptions {
  /** Problems per draw, and programs for each. */
  prompts: number;
  groupSize: number;
  temperature: number;
  /** Most productions of a program. */
  limit: number;
  reward: CodeReward;
  seed: number;
  /** Draws in a step, at most. */
  maxDraws: number;
}

export const taskOf = ({ family, difficulty }: CodeProblem): Task => ({
  family: FAMILIES.indexOf(family),
  difficulty,
});

/** The composed programs, graded. What was cut has no reward. */
export function gradeAll(
  grader: Grader,
  problems: readonly CodeProblem[],
  compositions: readonly Composition[],
): GradedProgram[] {
  return compositions.map((composition, k) => ({
    ...composition,
    grade: composition.program === null ? CUT : grader.grade(problems[k], composition.program),
  }));
}

/** Groups of programs for problems drawn with replacement. Everything random depends on (seed, trainStep, draw) and the index. */
export function codeSource(
  grader: Grader,
  problems: readonly CodeProblem[],
  options: CodeDrawOptions,
  meter?: StepMeter,
): GroupSource<CodeGroup> {
  const { prompts, groupSize, temperature, limit, reward, seed, maxDraws } = options;
  const experience = new CodeExperience(maxDraws * prompts * groupSize * limit);
  return {
    experience,
    lowest: 0,
    highest: 1,
    draw(policy, { trainStep, draw, firstEpisode }) {
      const rng = stream(seed, CODE_STREAM.prompts, trainStep, draw);
      const drawn = Array.from({ length: prompts }, () => problems[integer(rng, 0, problems.length - 1)]);
      const repeated = drawn.flatMap((problem) => Array.from({ length: groupSize }, () => problem));
      const composed = compose(policy, repeated.map(taskOf), {
        temperature,
        limit,
        rng: (index) => stream(seed, CODE_STREAM.actions, trainStep, draw, index),
        keep: { experience, firstEpisode },
      });
      meter?.enter("reward");
      const graded = gradeAll(grader, repeated, composed);
      const chances = stream(seed, CODE_STREAM.control, trainStep, draw);
      return drawn.map((problem, k): CodeGroup => {
        const programs = graded.slice(k * groupSize, (k + 1) * groupSize);
        const rewards = programs.map(({ grade }) => rewardOf(reward, grade, uniform(chances, 0, 1)));
        return {
          problem,
          programs,
          raw: rewards,
          quick: programs.map(({ grade }) => Number(grade.solved)),
          shaped: rewards,
          prm: null,
          decisions: programs.map(({ derivation }) => derivation.length),
          overlong: programs.map(({ program }) => program === null),
        };
      });
    },
  };
}
