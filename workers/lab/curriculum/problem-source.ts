import { integer, type Rng, stream } from "../../math/rng.ts";
import { STREAM } from "../algo/streams.ts";
import type { Problem } from "../env/problem.ts";
import { createPace } from "./pace.ts";
import type { LevelTally, PaceOptions, Stage } from "./stage.ts";

/** One drawn problem with the outcomes that a source goes by. */
export interface DrawnOutcomes {
  problem: Problem;
  /** 1 where the episode was solved within 5 steps, else 0. */
  quick: readonly number[];
}

/** What a train step drew, for those who watch. */
export interface LevelReport {
  /** Mean level of the drawn problems; 0 is the easiest. */
  meanLevel: number;
  /** Share solved within 5 steps of the episodes at the hardest level that the step drew. */
  success: number;
}

/** The tallies of every step so far; writing them brings a new source to where another one was. */
export interface Past {
  read(): readonly (readonly LevelTally[])[];
  write(tallies: readonly (readonly LevelTally[])[]): void;
}

/** Where train steps take their problems from. */
export interface ProblemSource {
  /** Everything that may be drawn. */
  all: readonly Problem[];
  /** `count` problems for a draw, with replacement. */
  draw(at: { trainStep: number; draw: number; count: number }, rng: Rng): Problem[];
  /** Absent where nothing that is drawn depends on what came before. */
  past?: Past;
  /** The stage of the first step; null where there are no stages. */
  first(): Stage | null;
  /** Takes the groups of a train step; says what they were, and the stage that begins with the next step. */
  observe(
    trainStep: number,
    groups: readonly DrawnOutcomes[],
  ): { report: LevelReport; stage: Stage | null } | null;
}

/** Every problem alike in every step. */
export function fixedSource(all: readonly Problem[]): ProblemSource {
  return {
    all,
    draw: ({ count }, rng) => Array.from({ length: count }, () => all[integer(rng, 0, all.length - 1)]),
    first: () => null,
    observe: () => null,
  };
}

/**
 * Problems by level, drawn by a pace: first the level, from a stream of its own, then one of its problems. `pools[i]` holds the
 * problems of level i, at least one. What is drawn depends on the seed, the step and the outcomes before.
 */
export function pacedSource(
  pools: readonly (readonly Problem[])[],
  options: PaceOptions,
  seed: number,
): ProblemSource {
  const pace = createPace(options);
  const past: (readonly LevelTally[])[] = [];
  const levelOf = new Map(pools.flatMap((pool, level) => pool.map((problem) => [problem, level] as const)));
  return {
    all: pools.flat(),
    draw({ trainStep, draw, count }, rng) {
      const levels = stream(seed, STREAM.levels, trainStep, draw);
      const weights = pace.weights(trainStep);
      return Array.from({ length: count }, () => {
        const pool = pools[pick(weights, levels())];
        return pool[integer(rng, 0, pool.length - 1)];
      });
    },
    first: () => pace.first(),
    past: {
      read: () => past.slice(),
      write(tallies) {
        for (const own of tallies) {
          past.push(own);
          pace.observe(past.length, own);
        }
      },
    },
    observe(trainStep, groups) {
      const tallies: LevelTally[] = pools.map(() => ({ episodes: 0, solved: 0 }));
      let sum = 0;
      for (const { problem, quick } of groups) {
        const level = levelOf.get(problem) as number;
        sum += level;
        tallies[level].episodes += quick.length;
        tallies[level].solved += quick.reduce((total, value) => total + value, 0);
      }
      const hardest = tallies.findLast((tally) => tally.episodes > 0) as LevelTally;
      const report = { meanLevel: sum / groups.length, success: hardest.solved / hardest.episodes };
      past.push(tallies);
      return { report, stage: pace.observe(trainStep, tallies) };
    },
  };
}

/** The index into which `u` in [0, 1) falls when the weights are laid end to end. */
function pick(weights: readonly number[], u: number): number {
  let end = 0;
  for (let i = 0; i < weights.length; i++) {
    end += weights[i];
    if (u < end) return i;
  }
  // Rounding: the sum may end a hair below 1.
  return weights.findLastIndex((weight) => weight > 0);
}
