/** First index of every random stream here; those of the lab lie below 100. Numbers stay; a new purpose gets a new one. */
export const CODE_STREAM = {
  problems: 101,
  prompts: 102,
  actions: 103,
  experts: 104,
  samples: 105,
  control: 106,
} as const;
