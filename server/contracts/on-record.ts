/** Something that two values must have in common to be ranked: told apart by `key`, called by `words`. */
export interface Identity {
  key: string;
  words: string;
  /** The words in parts, one for each aspect, where it has several. */
  parts?: readonly string[];
  /** From where to where it may lie, where it is known so well: what overlaps may be the same. */
  range?: readonly number[];
}

/** How an evaluation was made, as far as its values depend on it. */
export interface Way {
  /** The problems that it has rows for, which may be fewer than its set has. */
  problems: Identity;
  /** How episodes were run; an empty key: the evaluation does not say. How DA was counted in them is another question. */
  protocol: Identity;
  /** Protocol and what was drawn beside each program for pass@k; absent where nothing is. */
  drawn?: Identity;
  /** How DA was counted. */
  definition: Identity;
}

/** The reward that trained a policy: whole, and without shaping, noise and process rewards. An empty key: not on record. */
export interface TrainingReward {
  raw: Identity;
  shaped: Identity;
  /** Least and greatest that each can be; absent where that is not on record. */
  ranges?: Record<"raw" | "shaped", [number, number]>;
}

/** What is on record of a run's value, as far as it decides what the value may be compared with. */
export interface ValueOnRecord {
  runId: string;
  /** Null where no reward trained the policy. */
  reward: TrainingReward | null;
  /** Of the evaluations that the value may be of; none where no evaluation is on record. */
  ways: readonly Way[];
  /** The problems that somebody said values of this run were measured on; null where nobody said so. */
  statedProblems: Identity | null;
  /** How this run evaluates, as its client logged it or somebody stated it; null where neither is on record. */
  runProtocol: Identity | null;
  /** It has values that none of these evaluations has. */
  unrecorded: boolean;
  /** Train steps it may be of, where the steps of training with a reward are counted; none where that is not known. */
  trainSteps: readonly number[];
  /** How much longer training may have gone on than the last value shows, in steps; absent: not at all. */
  unseenSteps?: number;
  /** Hashes of the weights that training began with; none where they are not on record. */
  startWeights: readonly string[];
  /** How the problems were named, where the policy saw names and the problems are one under any; else none. */
  seenNames: readonly string[];
}

/** What is on record of all that a run sent, by any of its attempts. */
export interface RunOnRecord extends Omit<ValueOnRecord, "unrecorded"> {
  /** Metrics of evaluations of which it sent a value that no evaluation on record has, as far as summaries tell. */
  unrecorded: string[];
}

/** What is on record of a run, as far as it says whether its line may be ranked with others. */
export interface RunStanding extends Pick<ValueOnRecord, "trainSteps" | "startWeights" | "seenNames"> {
  /** Index of the reward function among `rewards`; null where no reward trained it. */
  reward: number | null;
  /** Indices among `ways` of how all evaluations on record were made. */
  ways: number[];
  /** Index among `statedProblems` of those that somebody stated; null where nobody did. */
  statedProblems: number | null;
  /** Index among `runProtocols` of how it evaluates; null where that is not on record. */
  runProtocol: number | null;
  /** Metrics of evaluations of which a value was sent that no evaluation on record has, as far as summaries tell. */
  unrecorded: string[];
}

/** How some runs stand, each kind once: many runs share a few rewards and ways of measuring. */
export interface Standings {
  standings: RunStanding[];
  rewards: TrainingReward[];
  ways: Way[];
  statedProblems: Identity[];
  runProtocols: Identity[];
}
