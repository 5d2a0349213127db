import { z } from "zod";
import type { WireNumber } from "../../../workers/protocol/events.ts";
import { LAST_PAGE } from "../ask-limits.ts";
import { idSchema } from "../ids.ts";
import {
  COMPLETION_ORDERS,
  GROUP_ORDERS,
  ROLLOUT_LIMITS,
  ROLLOUT_PHASES,
  type RolloutPhase,
} from "./rollout-limits.ts";

const run = { runId: idSchema("run") };
const step = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const at = { ...run, phase: z.enum(ROLLOUT_PHASES), step };
const page = z.number().int().min(0).max(LAST_PAGE).default(0);
/** A key can grow by the digest that stands for its cut end. */
const key = z.string().max(ROLLOUT_LIMITS.key + 20);

export const RolloutStepsInput = z.object(run);

/** A step; the newest of the phase that trains, or else of the other, where none is named. */
export const RolloutStepInput = z.object({
  ...run,
  phase: z.enum(ROLLOUT_PHASES).nullable().default(null),
  step: step.nullable().default(null),
  order: z.enum(GROUP_ORDERS).default("spread"),
  page,
});
export type RolloutStepInput = z.infer<typeof RolloutStepInput>;

export const CompletionListInput = z.object({
  ...at,
  /** Rewards from and to, the upper end included; all where null. */
  range: z.tuple([z.number(), z.number()]).nullable().default(null),
  order: z.enum(COMPLETION_ORDERS).default("reward"),
  page,
});
export type CompletionListInput = z.infer<typeof CompletionListInput>;

export const RolloutGroupInput = z.object({ ...at, key });
export type RolloutGroupInput = z.infer<typeof RolloutGroupInput>;

/** One page of the text of a completion; of the prompt where `place` is null. */
export const RolloutTextInput = z.object({
  ...at,
  key,
  place: z.number().int().min(0).nullable(),
  page,
});
export type RolloutTextInput = z.infer<typeof RolloutTextInput>;

export const PromptVisitsInput = z.object({ ...run, hash: z.string().min(1).max(260) });
export type PromptVisitsInput = z.infer<typeof PromptVisitsInput>;

export const RolloutSearchInput = z.object({
  ...run,
  text: z.string().min(1).max(ROLLOUT_LIMITS.search),
  /** Only texts of this step, where given. */
  of: z
    .object({ phase: z.enum(ROLLOUT_PHASES), step })
    .nullable()
    .default(null),
  /** Where the last answer ended. */
  cursor: z.number().int().nullable().default(null),
});
export type RolloutSearchInput = z.infer<typeof RolloutSearchInput>;

/** What is known of the completions of a step: texts, rewards of some groups, or episodes of an evaluation. */
export type RolloutKind = "texts" | "rewards" | "episodes";

export interface RolloutStep {
  phase: RolloutPhase;
  step: number;
  kind: RolloutKind;
  groups: number;
  /** Completions. */
  n: number;
  /** Of finite rewards; null where there is none. */
  mean: number | null;
}

/** The numbers of one completion. */
export interface RewardRow {
  place: number;
  reward: WireNumber | null;
  /** The client sent only parts; the reward is their sum. */
  summed: boolean;
  advantage: WireNumber | null;
  /** Tokens; steps of an episode; productions of a program. */
  length: number | null;
  truncated: boolean | null;
}

export interface GroupRow {
  key: string;
  /** The same for the same prompt, in every run. */
  hash: string;
  /** How the prompt begins; empty where no prompt was sent. */
  opening: string;
  n: number;
  mean: number | null;
  /** ddof 1; null below two finite rewards. */
  sd: number | null;
  rewards: RewardRow[];
}

/** Rewards from `from` up to but without `to`; the last bar has both its ends. */
export interface RewardBar {
  from: number;
  to: number;
  n: number;
  truncated: number;
}

export interface RolloutStepView {
  step: number;
  phase: RolloutPhase;
  kind: RolloutKind;
  n: number;
  /** Completions with a finite reward, their mean and their standard deviation (ddof 1). */
  rewarded: number;
  mean: number | null;
  sd: number | null;
  truncated: number;
  /** Completions whose reward is the sum of its parts. */
  summed: number;
  /** Groups that were drawn, which may be more than are kept. */
  drawn: number;
  bars: RewardBar[];
  /** Least and greatest reward of the step; null without one. */
  domain: [number, number] | null;
  /** One page of them in the order that was asked for. */
  groups: GroupRow[];
  total: number;
}

export interface ListedCompletion extends RewardRow {
  key: string;
  surprise: number | null;
  /** How its text begins; null where no text was sent. */
  opening: string | null;
}

export interface CompletionList {
  rows: ListedCompletion[];
  total: number;
}

export interface CompletionView extends RewardRow {
  /** By reward function. */
  rewards: Record<string, number | string | null>;
  stopReason: string | null;
  epoch: number | null;
  extra: Record<string, string | number | boolean | null>;
  surprise: number | null;
  /** Turns of its text; null where no text was sent. */
  turns: number | null;
  /** Bytes that came, where only the first part was kept. */
  cutFrom: number | null;
}

export interface RolloutGroup {
  runId: string;
  phase: RolloutPhase;
  step: number;
  kind: RolloutKind;
  key: string;
  hash: string;
  hasPrompt: boolean;
  n: number;
  mean: number | null;
  sd: number | null;
  /** Names of reward functions and of other columns that any of its completions has. */
  parts: string[];
  columns: string[];
  completions: CompletionView[];
}

export interface TextTurn {
  /** Its number in the text, from 1. */
  n: number;
  role: string;
  text: string;
  reward: number | string | null;
  /** The page holds it from its beginning, and to its end. */
  begins: boolean;
  ends: boolean;
}

/** A page of a text. */
export interface TextPage {
  turns: TextTurn[];
  page: number;
  pages: number;
  /** Characters of the whole. */
  chars: number;
  cutFrom: number | null;
}

/** A group that was drawn for a prompt. */
export interface PromptVisit {
  phase: RolloutPhase;
  step: number;
  key: string;
  mean: number | null;
  rewards: RewardRow[];
}

export interface FoundRollout {
  phase: RolloutPhase;
  step: number;
  key: string;
  /** Null where the prompt holds it. */
  place: number | null;
  reward: WireNumber | null;
  before: string;
  hit: string;
  after: string;
  /** Page of the text on which the first hit is. */
  page: number;
}

export interface RolloutSearch {
  found: FoundRollout[];
  /** Where to go on; null when everything was looked through. */
  next: number | null;
}

export interface RunWithPrompt {
  id: string;
  name: string;
}
