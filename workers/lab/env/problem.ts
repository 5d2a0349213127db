import type { LpModel } from "../../lp/model.ts";

/** Levels of the generator: 1, 2, and 3 or 4 simultaneous faults. */
export type Level = "easy" | "medium" | "hard";

/**
 * An infeasible model to repair, with everything an episode needs and nothing that an episode changes.
 * Elements are ids of `model` (column j is j, row i is colCount + i).
 */
export interface Problem {
  /** Unique within its population. */
  key: string;
  /** sha256 of the model's content, hex. */
  contentHash: string;
  /** One letter per injected fault, for instance "A" or "BDH"; for an import the file's own word. */
  type: string;
  /** A `Level` for generated problems; for an import the file's own difficulty word. */
  level: string;
  model: LpModel;
  /** One set of accepted elements per injected fault: naming one of them is a diagnosis of that fault. Empty if unknown. */
  faults: ReadonlySet<number>[];
  /** Union of `faults`. */
  rootAny: ReadonlySet<number>;
  /** Per element, 1 where the sabotage added or changed it; null where the source does not say. */
  injected: Uint8Array | null;
  /** Optimal objective of the model before the sabotage; null where unknown. */
  originalObjective: number | null;
  /** (elements + 1) x FEATURE_COUNT, row-major: what is true of the model before any action, without noise. */
  staticFeatures: Float32Array;
  /** Per element the class of its name (`nameClass`). */
  nameClasses: Int8Array;
  /** Seed of this problem's share in the observation noise. */
  noiseSeed: number;
  /** True where the model has integer columns that episodes treat as continuous. */
  relaxed: boolean;
}
