import type { SharePart } from "./stacked-shares.tsx";

/** Why groups are dead, as parts of all drawn groups, in the order and the colours that every page has them in. */
export const DEAD_PARTS: SharePart[] = [
  { label: "all failed", fill: "failed" },
  { label: "all solved", fill: "solved" },
  { label: "equal for another reason", fill: "rule" },
  { label: "with gradient", fill: "none" },
];
