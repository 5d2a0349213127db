/** What a start does with the database of an older version, one after the other; counts are of what is to be done in all. */
export type UpgradeStep =
  | { kind: "copy" }
  | { kind: "migration"; number: number; of: number }
  | { kind: "points"; number: number; of: number }
  | { kind: "rewrite" }
  | { kind: "checksums" };

/** Hears of each step before it is done. */
export type TellStep = (step: UpgradeStep) => void;
