import type { EpisodeState } from "./episode-state.ts";
import { FEATURE_LIMIT, FIRST_DYNAMIC } from "./features.ts";

const limited = (value: number) => Math.min(FEATURE_LIMIT, value);

/**
 * Writes the features that an episode changes, FIRST_DYNAMIC onwards, for all entities of `width` features each. Per element: in the shown IIS, in it
 * and fresh, how often shown, diagnosed, dropped, relaxed or widened, share of the shown IIS, and last whether it is CHECKed.
 * For all alike: steps, size and freshness of the shown IIS, requests, repairs, diagnoses, number of rows, and 1.
 */
export function writeDynamicFeatures(
  state: EpisodeState,
  features: Float32Array,
  offset: number,
  width: number,
): void {
  const { entities, shown, shownCount } = state;
  const elements = entities - 1;
  const fresh = state.isFresh ? 1 : 0;
  const steps = limited(state.steps / 10);
  const size = limited(shownCount / 10);
  const requests = limited(state.iisRequests / 5);
  const repairs = limited(state.repairs / 5);
  const diagnoses = limited(state.diagnoses / 5);
  const rows = limited((elements - state.colCount) / 15);
  for (let e = 0; e < entities; e++) {
    const at = offset + e * width + FIRST_DYNAMIC;
    if (e < elements) {
      features[at] = shown[e];
      features[at + 1] = shown[e] * fresh;
      features[at + 2] = limited(state.iisSeen[e] / 4);
      features[at + 3] = state.diagnosed[e];
      features[at + 4] = state.dropped[e];
      features[at + 5] = state.widened[e] === 1 ? 1 : state.relaxed[e] / 2;
      features[at + 6] = shown[e] === 1 ? 1 / shownCount : 0;
      features[at + 15] = state.checked[e];
    }
    features[at + 7] = steps;
    features[at + 8] = size;
    features[at + 9] = fresh;
    features[at + 10] = requests;
    features[at + 11] = repairs;
    features[at + 12] = diagnoses;
    features[at + 13] = rows;
    features[at + 14] = 1;
  }
}
