import { writePercent } from "../../math/percent.ts";
import { rangeWeights } from "./level-weights.ts";
import {
  type LevelTally,
  type Pace,
  type PaceOptions,
  PROMOTE_AT,
  rangeName,
  RLVE_WINDOW,
  type Stage,
} from "./stage.ts";

/**
 * RLVE (arXiv 2511.07317): levels (h - 4, h] alike, h from 0. Only episodes of level h count; once there are enough of them h
 * rises where their success is high enough, and they are counted anew either way.
 */
export class Rlve implements Pace {
  readonly #options: PaceOptions;
  #highest = 0;
  #counted: LevelTally = { episodes: 0, solved: 0 };

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  #range(): [number, number] {
    return [Math.max(0, this.#highest - RLVE_WINDOW + 1), this.#highest];
  }

  #stage(step: number, change: Stage["change"], reason: string): Stage {
    return {
      step,
      change,
      name: rangeName(this.#options.levels, this.#range()),
      reason,
      weights: this.weights(),
    };
  }

  first(): Stage {
    return this.#stage(1, "began", "The easiest level is the first.");
  }

  weights(): number[] {
    return rangeWeights(this.#options.levels.length, ...this.#range());
  }

  observe(trainStep: number, tallies: readonly LevelTally[]): Stage | null {
    const { levels, promoteAt, rlveEpisodes, iterations } = this.#options;
    const own = tallies[this.#highest];
    const counted = {
      episodes: this.#counted.episodes + own.episodes,
      solved: this.#counted.solved + own.solved,
    };
    this.#counted = counted;
    if (counted.episodes < rlveEpisodes) return null;
    this.#counted = { episodes: 0, solved: 0 };
    const success = counted.solved / counted.episodes;
    const wanted = promoteAt || (PROMOTE_AT.rlve as number);
    if (success < wanted || this.#highest === levels.length - 1) return null;
    const reason = `${writePercent(success)} of ${counted.episodes} episodes on ${levels[this.#highest]} were solved, at least ${writePercent(wanted)}.`;
    this.#highest++;
    return trainStep >= iterations ? null : this.#stage(trainStep + 1, "promoted", reason);
  }
}
