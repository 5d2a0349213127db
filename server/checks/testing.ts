import type { Identity, ValueOnRecord, Way } from "../contracts/on-record.ts";

export const identity = (key: string): Identity => ({ key, words: key });

/** A way of measuring with these identities; what is not named is what every other one has. */
export const way = ({
  problems = "p1",
  protocol = "greedy",
  definition = "root",
}: Partial<Record<keyof Way, string>> = {}): Way => ({
  problems: identity(problems),
  protocol: identity(protocol),
  definition: identity(definition),
});

let runs = 0;

/** What is on record of a value of a run of its own, which differs from others in nothing but what is said. */
export const value = (more: Partial<ValueOnRecord> = {}): ValueOnRecord => ({
  runId: `run ${(runs += 1)}`,
  reward: { raw: identity("solved"), shaped: identity("solved, as it is") },
  ways: [way()],
  statedProblems: null,
  runProtocol: null,
  unrecorded: false,
  trainSteps: [70],
  startWeights: ["w1"],
  seenNames: [],
  ...more,
});
