import type { ExpectedBand } from "../../stats/band-verdict.ts";

/**
 * Shares of labels that the programme's plan expects; 0.3 is given by the rule but the plan states no band for it.
 */
export const EXPECTED_BANDS: Readonly<Record<string, ExpectedBand>> = {
  "1": { low: 0.2, high: 0.3 },
  "0.5": { low: 0.3, high: 0.4 },
  "0.2": { low: 0.1, high: 0.2 },
  "0": { low: 0.2, high: 0.3 },
};

/** What the rule gives each label for, first match wins. */
export const LABEL_MEANINGS: Readonly<Record<string, string>> = {
  "1": "solved, or IIS smaller",
  "0.5": "diagnosis hits half or more",
  "0.3": "diagnosis hits less than half",
  "0.2": "only looks",
  "0": "no progress",
};
