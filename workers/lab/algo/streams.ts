/** First index of every random stream, so that no two purposes share one. Numbers stay; a new purpose gets a new one. */
export const STREAM = {
  prompts: 1,
  environment: 2,
  actions: 3,
  rewardNoise: 4,
  minibatches: 5,
  evaluation: 6,
  demonstrations: 7,
  expert: 8,
  initialWeights: 9,
  sftMinibatches: 10,
  rescaleNoise: 11,
  prmMinibatches: 12,
  prmSplit: 13,
  startShift: 14,
  levels: 15,
  subset: 16,
} as const;
