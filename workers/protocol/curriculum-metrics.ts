import { metric, type MetricInfo } from "./metric-info.ts";

/** What is measured of a run that draws several levels. */
export const CURRICULUM_METRICS = {
  "curriculum/level": metric(
    "Level drawn",
    "",
    null,
    "curriculum",
    "mean over the problems drawn in the step of their level's place, 0 for the easiest level of the run",
  ),
  "curriculum/success": metric(
    "Success on the hardest level drawn",
    "share",
    "higher",
    "curriculum",
    "share of the step's episodes on the hardest level that it drew which were solved within 5 steps; what a curriculum decides by",
  ),
} as const satisfies Record<string, MetricInfo>;
