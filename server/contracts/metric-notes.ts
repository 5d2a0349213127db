import { METRIC_NOTES } from "../../packs/notes.ts";
import { metricInfo } from "./metrics.ts";

/** What is said of a metric beside a chart and below a table. */
export const metricNote = (metric: string): string => METRIC_NOTES[metric] ?? metricInfo(metric).definition;
