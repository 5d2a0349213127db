import { gaussian, stream } from "../../math/rng.ts";
import { clampFeature, FEATURE_COUNT, FIRST_HIDDEN, LAST_HIDDEN } from "./features.ts";
import type { Problem } from "./problem.ts";

/** What a policy may see of an entity's numbers before it CHECKs: all, with noise, or nothing. */
export type ObservationMode = "noisy" | "full" | "masked";

/**
 * Fills `seen` with the static features as they appear before any CHECK. The noise is a function of the problem and
 * `noiseSeed` only: never of how many problems or episodes came before.
 */
export function blurFeatures(
  problem: Problem,
  mode: ObservationMode,
  sigma: number,
  noiseSeed: number,
  seen: Float32Array,
): void {
  const truth = problem.staticFeatures;
  seen.set(truth);
  if (mode === "full") return;
  const entities = truth.length / FEATURE_COUNT - 1;
  const rng = stream(problem.noiseSeed, noiseSeed);
  for (let e = 0; e < entities; e++)
    for (let k = e * FEATURE_COUNT + FIRST_HIDDEN; k <= e * FEATURE_COUNT + LAST_HIDDEN; k++)
      seen[k] = mode === "masked" ? 0 : clampFeature(truth[k] + sigma * gaussian(rng));
}

/** Shows the true features of one entity. */
export function revealFeatures(problem: Problem, entity: number, seen: Float32Array): void {
  for (let k = entity * FEATURE_COUNT + FIRST_HIDDEN; k <= entity * FEATURE_COUNT + LAST_HIDDEN; k++)
    seen[k] = problem.staticFeatures[k];
}
