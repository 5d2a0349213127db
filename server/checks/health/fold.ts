/** Neighbouring points of a series in x order, and what a second series has at each x. */
export interface FoldedPoints {
  x: Float64Array;
  /** NaN and infinities are values. */
  value: Float64Array;
  /** NaN where the second series has no point; null where there is no second series. */
  beside: Float64Array | null;
  /** 1 where the second series has a point. */
  paired: Uint8Array | null;
}

/** What is known of neighbouring points of one series without reading them; `max` is of the finite ones, NaN where none is. */
export interface KnownStretch {
  nonFinite: number;
  posInf: number;
  max: number;
}

/**
 * What a rule keeps of the points that it has seen: little, however many they were. Points come in x order; in whatever portions
 * they come, the state at the end is the same.
 */
export interface Fold {
  feed(points: FoldedPoints): void;
  copy(): Fold;
  /** Takes in points by what is known of them; false where they have to be read, and nothing was taken then. */
  absorb?(known: KnownStretch): boolean;
  /** Whatever comes next, the rule says the same. */
  isSettled?(): boolean;
}

/** The states of a rule's folds, by the key of their plan. */
export interface Folds {
  of<T extends Fold>(kind: new (...given: never[]) => T, key: string): T | undefined;
}
