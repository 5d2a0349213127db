export interface MetricInfo {
  /** Short title for a panel or a column. */
  title: string;
  /** Unit as printed on an axis, empty where there is none; "share" is printed as %. */
  unit: string;
  /** Which direction is an improvement; null where neither is. */
  better: "higher" | "lower" | null;
  section: "reward" | "groups" | "curriculum" | "policy" | "evaluation" | "progress" | "start";
  /** What exactly is averaged over what. Printed wherever the number is explained. */
  definition: string;
}

type BuiltInUnit =
  | "share"
  | "points"
  | "points²"
  | "nats"
  | "steps"
  | "productions"
  | "episodes"
  | "updates"
  | "episodes/s"
  | "s"
  | "MB"
  | "L2"
  | "";

/** One metric, facts in order. */
export const metric = (
  title: string,
  unit: BuiltInUnit,
  better: MetricInfo["better"],
  section: MetricInfo["section"],
  definition: string,
): MetricInfo => ({ title, unit, better, section, definition });
