/** Apart from the catalogue of metrics, which the frame of every page does without. */
export { declareMetrics } from "../../../workers/protocol/recipes/declared-metrics.ts";
