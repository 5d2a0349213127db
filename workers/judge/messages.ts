import { z } from "zod";

/**
 * What a judge is asked and answers: one JSON object per line, in on stdin, out on stdout, in the order of the questions.
 * A question that cannot be answered gets `{ id, error }` with a sentence, and the judge goes on.
 */
const Count = z.number().int().min(1).max(20_000);
const Seed = z.number().int().min(0).max(4_294_967_295);
/** So many held-out problems are measured: none of those that are learnt from has the content of one of them. */
const HeldOut = z.number().int().min(0).max(20_000).default(0);

const Repair = z.strictObject({
  task: z.literal("repair"),
  part: z.enum(["train", "held_out"]),
  count: Count,
  seed: Seed,
  /** Of generated problems; of a file all that its levels hold. */
  level: z.enum(["easy", "medium", "hard"]).default("easy"),
  /** A registered benchmark as the worker laid it down, in the place of generated problems. */
  file: z.string().min(1).max(4000).nullable().default(null),
  /** Share of a file's problems that is held out. */
  heldOutShare: z.number().min(0).max(1).default(0.3),
  maxSteps: z.number().int().min(1).max(400).default(20),
  /** What a prompt shows: the whole model, or the rows and columns that are in conflict. */
  shows: z.enum(["model", "conflict"]).default("model"),
  heldOut: HeldOut,
});

const Code = z.strictObject({
  task: z.literal("code"),
  part: z.enum(["train", "held_out"]),
  count: Count,
  seed: Seed,
  families: z.string().min(1).max(60).default("basic"),
  difficulties: z.tuple([z.number().int().min(1).max(10), z.number().int().min(1).max(10)]).default([1, 3]),
  heldOut: HeldOut,
});

/** Which problems are meant, and how long an episode on them may be. */
export const Source = z.discriminatedUnion("task", [Repair, Code]);
export type Source = z.infer<typeof Source>;
export type RepairSource = z.infer<typeof Repair>;
export type CodeSource = z.infer<typeof Code>;

const SetName = z.string().min(1).max(80);
const Id = z.number().int().min(0);

export const REPAIR_REWARDS = ["outcome", "rr5", "clean", "process", "composite", "composite_coded"] as const;
export const CODE_REWARDS = ["partial", "all", "share"] as const;

export const Question = z.discriminatedUnion("ask", [
  /** Lays down a set of problems under a name; the answer holds their prompts and a right answer to each. */
  z.strictObject({ id: Id, ask: z.literal("open"), set: SetName, source: Source }),
  /** What completions are worth. `problem` counts the problems of the set from 0. */
  z.strictObject({
    id: Id,
    ask: z.literal("judge"),
    set: SetName,
    reward: z.enum([...REPAIR_REWARDS, ...CODE_REWARDS]),
    answers: z
      .array(z.strictObject({ problem: z.number().int().min(0), text: z.string().max(200_000) }))
      .max(10_000),
  }),
  /** An episode of a scripted player on each problem of a set, step by step with the label of each step. */
  z.strictObject({ id: Id, ask: z.literal("label"), set: SetName, seed: Seed }),
]);
export type Question = z.infer<typeof Question>;

export interface OpenedProblem {
  key: string;
  hash: string;
  type: string;
  level: string;
  prompt: string;
  /** A right answer in the form that is asked for. */
  answer: string;
}

/** How an answer fared. What a task does not measure is null. */
export interface Verdict {
  reward: number;
  solved: boolean;
  /** Actions taken, of a repair; 1 of a program. */
  steps: number;
  /** In a word: how it ended. */
  ending: string;
  /** Optimality preservation and share of the diagnosed faults of a repair, share of the passed cases of a program. */
  op: number | null;
  da: number | null;
  passed: number | null;
  clean: boolean | null;
  error: string | null;
}

export interface LabelledText {
  problem: number;
  prompt: string;
  steps: { text: string; label: number; reason: string }[];
}

/** What cannot be judged as it was asked; the message is for the person who reads the log. */
export class JudgeProblem extends Error {}
