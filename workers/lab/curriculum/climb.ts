import { writePercent } from "../../math/percent.ts";
import { onlyWeights } from "./level-weights.ts";
import {
  LEAST_STEPS,
  type LevelTally,
  type Pace,
  type PaceOptions,
  PROMOTE_AT,
  type Stage,
  stepsText,
} from "./stage.ts";

interface ClimbState {
  level: number;
  /** Steps since the level began. */
  levelSteps: number;
  /** Success of every step so far; it is not cleared where the level changes. */
  history: readonly number[];
}

interface Verdict {
  by: 1 | -1;
  reason: string;
}

/**
 * `_update_adaptive` of axiom-rl (`axiom/trainer/curriculum.py`): the mean of the last steps, whatever level they were on,
 * promotes once the level had its least number of steps, and demotes at once.
 */
function adaptiveVerdict({ level, levelSteps, history }: ClimbState, o: PaceOptions): Verdict | null {
  if (history.length < o.window) return null;
  const recent = history.slice(-o.window);
  const mean = recent.reduce((sum, value) => sum + value, 0) / recent.length;
  const promoteAt = o.promoteAt || (PROMOTE_AT.adaptive as number);
  const least = LEAST_STEPS[Math.min(level, LEAST_STEPS.length - 1)];
  const said = `Mean success of the last ${stepsText(o.window)} is ${writePercent(mean)}`;
  if (mean >= promoteAt) {
    if (levelSteps < least) return null;
    const stayed = `after ${stepsText(levelSteps)} on ${o.levels[level]}, which asks for at least ${least}`;
    return { by: 1, reason: `${said}, at least ${writePercent(promoteAt)}, ${stayed}.` };
  }
  return mean < o.demoteBelow ? { by: -1, reason: `${said}, below ${writePercent(o.demoteBelow)}.` } : null;
}

/** `_update_self_paced` of axiom-rl: the last step alone decides. */
function selfPacedVerdict({ history }: ClimbState, o: PaceOptions): Verdict | null {
  const last = history[history.length - 1];
  const promoteAt = o.promoteAt || (PROMOTE_AT.self_paced as number);
  const said = `Success of the last step is ${writePercent(last)}`;
  if (last > promoteAt) return { by: 1, reason: `${said}, above ${writePercent(promoteAt)}.` };
  return last < o.demoteBelow ? { by: -1, reason: `${said}, below ${writePercent(o.demoteBelow)}.` } : null;
}

/** One level at a time, up and down by what was solved: adaptive and self_paced. */
export class Climb implements Pace {
  readonly #options: PaceOptions;
  #level = 0;
  #levelSteps = 0;
  readonly #history: number[] = [];

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  #stage(step: number, change: Stage["change"], reason: string): Stage {
    return { step, change, name: this.#options.levels[this.#level], reason, weights: this.weights() };
  }

  first(): Stage {
    return this.#stage(1, "began", "The easiest level is the first.");
  }

  weights(): number[] {
    return onlyWeights(this.#options.levels.length, this.#level);
  }

  observe(trainStep: number, tallies: readonly LevelTally[]): Stage | null {
    const { episodes, solved } = tallies[this.#level];
    this.#history.push(episodes > 0 ? solved / episodes : 0);
    this.#levelSteps++;
    const state = { level: this.#level, levelSteps: this.#levelSteps, history: this.#history };
    const decide = this.#options.name === "adaptive" ? adaptiveVerdict : selfPacedVerdict;
    const verdict = decide(state, this.#options);
    const next = this.#level + (verdict?.by ?? 0);
    if (!verdict || next < 0 || next >= this.#options.levels.length) return null;
    this.#level = next;
    this.#levelSteps = 0;
    if (trainStep >= this.#options.iterations) return null;
    return this.#stage(trainStep + 1, verdict.by > 0 ? "promoted" : "demoted", verdict.reason);
  }
}
