import type { Question } from "./question.ts";
import { OF_METHODS } from "./questions/methods.ts";
import { OF_PROBLEMS, OF_PROGRAMS } from "./questions/problems.ts";
import { OF_REWARDS } from "./questions/rewards.ts";
import { OF_THE_SIGNAL } from "./questions/signal.ts";

/** All questions, in the order of the document. */
export const QUESTIONS: readonly Question[] = [
  ...OF_THE_SIGNAL,
  ...OF_REWARDS,
  ...OF_METHODS,
  ...OF_PROBLEMS,
  ...OF_PROGRAMS,
];
