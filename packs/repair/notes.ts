export const REPAIR_NOTES = {
  "eval/rr_at_5": "solved at step 5 or earlier; Wilson 95 %",
  "eval/da": "da.root over DIAGNOSE, mean over problems whose faults are known",
  "eval/op": "mean over solved problems",
  "eval/steps": "mean over all episodes",
};

export const REPAIR_CHARTS = { repairs: ["eval/rr_at_5", "eval/da", "eval/steps"] } as const;

export const REPAIR_CURVES = { repairs: ["eval/rr_at_5", "eval/clean", "eval/steps"] } as const;
