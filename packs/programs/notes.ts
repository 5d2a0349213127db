export const PROGRAM_NOTES = {
  "eval/solved":
    "right in all hidden cases; 95 % by whole families where there are ten, Wilson where there is one",
  "eval/passed_share": "share of the hidden cases, mean over problems",
  "eval/pass_at_1": "unbiased from the samples, mean over problems",
  "eval/pass_at_8": "unbiased from the samples, mean over problems",
};

export const PROGRAM_CHARTS = { programs: ["eval/solved", "eval/passed_share"] } as const;
