import { METRICS, metricInfo } from "../../workers/protocol/metrics.ts";
import type { AxisName, XAxis } from "../contracts/x-axes.ts";

/** The x axes that every run may be drawn over, in the words of the switch. */
const AXIS_LABELS: Record<XAxis, string> = {
  step: "train step",
  episodes: "train episodes",
  updates: "updates",
  cpu: "CPU seconds",
  wall: "wall seconds",
};

/** An axis in words: a built-in one, a metric that is drawn over, or the name under which the run sends its own. */
export function axisLabel(axis: AxisName): string {
  if (Object.hasOwn(AXIS_LABELS, axis)) return AXIS_LABELS[axis as XAxis];
  return Object.hasOwn(METRICS, axis) ? metricInfo(axis).title : axis;
}

/** Epochs of supervised training are no train steps: such a metric is drawn over its own axis, whatever the page is drawn over. */
export const isOnOwnAxis = (metric: string): boolean => metric === "sft/loss";
