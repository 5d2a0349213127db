import { elementCount } from "../../lp/model.ts";
import { ACTION_COUNT } from "../env/actions.ts";
import type { RepairEnv } from "../env/env.ts";
import { FEATURE_COUNT } from "../env/features.ts";
import type { Problem } from "../env/problem.ts";

/** With more entity rows than this (136 bytes each) a trainer would pass the 250 MB it promises to stay within. */
export const MAX_ROWS = 600_000;

/** Decisions as updates read them, whatever environment they were observed in. */
export type Decisions = Pick<
  Experience,
  | "features"
  | "mask"
  | "firstRow"
  | "rowCount"
  | "episode"
  | "action"
  | "logProbability"
  | "referenceLogProbability"
  | "count"
>;

/**
 * Decisions of many episodes, as they were observed: one run of entity rows each, in flat arrays that are filled anew from
 * step to step. A decision is named by its index; episodes may be interleaved. The arrays have their full size from the
 * start: pages that nothing touches cost no resident memory, and growing would hold everything twice.
 */
export class Experience {
  /** Features of one entity row. */
  readonly width: number;
  /** rows x width. */
  readonly features: Float32Array;
  /** rows x ACTION_COUNT, non-zero where the action is legal. */
  readonly mask: Uint8Array;
  /** Per decision: where its rows begin, how many there are, which episode it belongs to, which action was taken. */
  readonly firstRow: Int32Array;
  readonly rowCount: Int32Array;
  readonly episode: Int32Array;
  readonly action: Int32Array;
  /** Log-probability of the action under the policy that took it, and under the reference where one is used. */
  readonly logProbability: Float64Array;
  readonly referenceLogProbability: Float64Array;
  /** Number of decisions stored. */
  count = 0;
  #rows = 0;

  /** Room for `decisions` decisions on any of `problems`, with `width` features per entity. */
  constructor(problems: readonly Problem[], decisions: number, width = FEATURE_COUNT) {
    this.width = width;
    const entities = problems.reduce((most, { model }) => Math.max(most, elementCount(model) + 1), 1);
    const rows = Math.min(decisions * entities, MAX_ROWS);
    this.features = new Float32Array(rows * width);
    this.mask = new Uint8Array(rows * ACTION_COUNT);
    this.firstRow = new Int32Array(decisions);
    this.rowCount = new Int32Array(decisions);
    this.episode = new Int32Array(decisions);
    this.action = new Int32Array(decisions);
    this.logProbability = new Float64Array(decisions);
    this.referenceLogProbability = new Float64Array(decisions);
  }

  /** Forgets all decisions and keeps the memory. */
  clear(): void {
    this.count = 0;
    this.#rows = 0;
  }

  /** Stores what `env` shows now as a new decision of `episode` and returns its index. The action is set by the caller. */
  observe(env: RepairEnv, episode: number): number {
    const rows = env.entityCount;
    if (this.count === this.action.length || (this.#rows + rows) * this.width > this.features.length) {
      throw new RangeError(
        `One train step needs room for more than ${this.count} decisions with ${this.#rows} entities. Lower the number of problems per step, the group size, the step limit or the number of draws.`,
      );
    }
    const decision = this.count++;
    env.observe(this.features, this.#rows * this.width, this.mask, this.#rows * ACTION_COUNT);
    this.firstRow[decision] = this.#rows;
    this.rowCount[decision] = rows;
    this.episode[decision] = episode;
    this.#rows += rows;
    return decision;
  }

  /**
   * Stores one entity of another experience's decision as a decision of its own, with `action` counted within that entity,
   * and returns its index. That is all a score of a single action depends on. Without problems, the constructor makes room
   * for just such decisions.
   */
  keepEntity(from: Experience, decision: number, entity: number, action: number): number {
    const row = from.firstRow[decision] + entity;
    const kept = this.count++;
    const { width } = this;
    this.features.set(from.features.subarray(row * width, (row + 1) * width), this.#rows * width);
    this.firstRow[kept] = this.#rows++;
    this.rowCount[kept] = 1;
    this.episode[kept] = from.episode[decision];
    this.action[kept] = action;
    return kept;
  }
}
