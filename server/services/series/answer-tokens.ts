import type { PointStore } from "#db/points/point-store.ts";
import { namesOfMeasure } from "../../../workers/protocol/metrics/foreign-metrics.ts";
import { finiteMean } from "../../numbers/middle.ts";
import { LAST_STEPS } from "../../contracts/metrics.ts";
import { lastStepValues, type UsedSeries } from "./built-upon.ts";

const LENGTHS = namesOfMeasure("answer_tokens");
/** Lengths of evaluations come first: accuracy is of them. */
const NAMES = [...LENGTHS.map((name) => `eval/${name}`), ...LENGTHS];

/** Mean tokens of an answer over the last train steps at which they were logged; null where they were not, or are not finite. */
export function answerTokens(
  store: PointStore,
  used: ReadonlyMap<string, readonly UsedSeries[]>,
): number | null {
  for (const name of NAMES) {
    const values = lastStepValues(store, used.get(name) ?? [], LAST_STEPS).map(({ value }) => value);
    if (values.length > 0) return finiteMean(values);
  }
  return null;
}
