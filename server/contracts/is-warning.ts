import type { Finding } from "./finding.ts";

/** Whether it is counted and listed as a warning: an info is not, and neither is one that somebody dismissed. */
export const isWarning = ({ severity, dismissed }: Pick<Finding, "severity" | "dismissed">): boolean =>
  severity !== "info" && dismissed === undefined;
