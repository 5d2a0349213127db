import type { Decisions } from "../lab/algo/experience.ts";
import { AROUND, type Draft } from "./draft.ts";
import { FAMILIES } from "./families/all.ts";
import { CHOICES, PRODUCTIONS, type Symbol, SYMBOLS } from "./grammar.ts";

/** One score per production; the grammar's size is a multiple of 4, as the kernel asks. */
export const CODE_ACTIONS = PRODUCTIONS.length;

const MOST_HOLES = Math.max(...PRODUCTIONS.map(({ holes }) => holes.length));
/** Places in a program that are told apart; later ones look alike. */
const PLACES = 48;

const FAMILY = 0;
const DIFFICULTY = FAMILIES.length;
const SYMBOL = DIFFICULTY + 1;
const PLACE = SYMBOL + SYMBOLS.length;
const LAST = PLACE + PLACES;
const BODY = LAST + CODE_ACTIONS;
const NEAR = BODY + CHOICES.P.length;
const NEAR_WIDTH = CODE_ACTIONS + MOST_HOLES;
const WIDTH = NEAR + AROUND * NEAR_WIDTH;

/** A multiple of 4, as the kernel asks. */
export const CODE_FEATURES = Math.ceil(WIDTH / 4) * 4;

/** What the policy reads of the problem: its statement, as the family that it tells, and its difficulty. */
export interface Task {
  family: number;
  difficulty: number;
}

/** Writes what is seen of a task and its unfinished program: ones at the places of what holds, all else 0. */
export function writeFeatures(out: Float32Array, { family, difficulty }: Task, draft: Draft): void {
  out.fill(0);
  out[FAMILY + family] = 1;
  out[DIFFICULTY] = difficulty / 10;
  const { next, derivation } = draft;
  if (!next) throw new RangeError("A whole program has nothing to observe.");
  out[SYMBOL + SYMBOLS.indexOf(next.symbol)] = 1;
  out[PLACE + Math.min(derivation.length, PLACES - 1)] = 1;
  const last = derivation.at(-1);
  if (last !== undefined) out[LAST + last] = 1;
  if (derivation.length > 0) out[BODY + derivation[0]] = 1;
  next.around.forEach(({ production, hole }, k) => {
    const at = NEAR + k * NEAR_WIDTH;
    out[at + production] = 1;
    out[at + CODE_ACTIONS + hole] = 1;
  });
}

const MASKS: Record<Symbol, Uint8Array> = Object.fromEntries(
  SYMBOLS.map((symbol) => [
    symbol,
    Uint8Array.from(PRODUCTIONS, (production) => Number(production.symbol === symbol)),
  ]),
) as Record<Symbol, Uint8Array>;

/** Choices of productions as they were observed, one row each. */
export class CodeExperience implements Decisions {
  readonly features: Float32Array;
  readonly mask: Uint8Array;
  readonly firstRow: Int32Array;
  readonly rowCount: Int32Array;
  readonly episode: Int32Array;
  readonly action: Int32Array;
  readonly logProbability: Float64Array;
  readonly referenceLogProbability: Float64Array;
  count = 0;

  constructor(decisions: number) {
    this.features = new Float32Array(decisions * CODE_FEATURES);
    this.mask = new Uint8Array(decisions * CODE_ACTIONS);
    this.firstRow = Int32Array.from({ length: decisions }, (_, k) => k);
    this.rowCount = new Int32Array(decisions).fill(1);
    this.episode = new Int32Array(decisions);
    this.action = new Int32Array(decisions);
    this.logProbability = new Float64Array(decisions);
    this.referenceLogProbability = new Float64Array(decisions);
  }

  clear(): void {
    this.count = 0;
  }

  /** Stores the open hole of a draft as a new decision and returns its index. The action is set by the caller. */
  observe(task: Task, draft: Draft, episode: number): number {
    const decision = this.count++;
    if (decision >= this.action.length)
      throw new RangeError(`There is room for ${this.action.length} choices, and more were made.`);
    const at = decision * CODE_FEATURES;
    writeFeatures(this.features.subarray(at, at + CODE_FEATURES), task, draft);
    if (draft.next) this.mask.set(MASKS[draft.next.symbol], decision * CODE_ACTIONS);
    this.episode[decision] = episode;
    return decision;
  }
}
