import type {
  AnswersInput,
  ExperimentAnswer,
  ExperimentAnswers,
  ExperimentSummary,
} from "../../contracts/experiment.ts";
import { topics } from "../../contracts/live.ts";
import { LIVE_STATES } from "../../contracts/run-lifecycle.ts";
import { isDamagedPoints } from "../../errors.ts";
import type { LiveBus } from "../../live/bus.ts";
import type { ServiceContext } from "../context.ts";
import { listExperiments } from "./list.ts";
import { shortAnswer } from "./short-answer.ts";
import { ablationTable } from "./table.ts";

/** One call works answers out for about this long; the page asks again while some are left. */
const WORKING_MS = 120;
/** Points of a run that goes on may change what the rules say of it, and say nothing about that themselves. */
const STALE_MS = 15_000;

interface Kept {
  answer: ExperimentAnswer;
  at: number;
  /** Something of the experiment changed since. */
  due: boolean;
}

const memories = new WeakMap<LiveBus, Map<string, Kept>>();

/** Answers by experiment, as long as this process lives; a tick about an experiment makes its answer due. */
function memoryOf({ live }: ServiceContext): Map<string, Kept> {
  const known = memories.get(live);
  if (known) return known;
  const memory = new Map<string, Kept>();
  memories.set(live, memory);
  live.subscribe((tick) => {
    for (const topic of tick.topics) {
      const id = topic.slice(topics.experiment("").length);
      const kept = memory.get(id);
      if (kept && topic === topics.experiment(id)) kept.due = true;
    }
  });
  return memory;
}

const UNREADABLE: ExperimentAnswer = {
  metric: null,
  best: null,
  rows: [],
  notRanked: 0,
  words: "some of its points cannot be read",
  flags: [],
};

/** Points that cannot be read leave one experiment without an answer, not the list. */
function answerOf(ctx: ServiceContext, id: string): ExperimentAnswer {
  try {
    return shortAnswer(ablationTable(ctx, id));
  } catch (error) {
    if (!isDamagedPoints(error)) throw error;
    return UNREADABLE;
  }
}

const isLive = ({ states }: ExperimentSummary): boolean => LIVE_STATES.some((state) => states[state]);

/**
 * What each experiment of a list answers: from memory, and for about `budgetMs` worked out in the order of the list, one at
 * least. What is due is given as it was until its turn comes.
 */
export async function experimentAnswers(
  ctx: ServiceContext,
  { project, archived }: AnswersInput,
  budgetMs = WORKING_MS,
): Promise<ExperimentAnswers> {
  const memory = memoryOf(ctx);
  const listed = listExperiments(ctx, project).filter(({ kept }) => kept.archived === archived);
  const isDue = (one: ExperimentSummary): boolean => {
    const kept = memory.get(one.id);
    return kept === undefined || kept.due || (isLive(one) && ctx.now() - kept.at >= STALE_MS);
  };
  const due = listed.filter(isDue);
  // What nobody has seen yet comes before what is only old.
  const turns = [...due.filter(({ id }) => !memory.has(id)), ...due.filter(({ id }) => memory.has(id))];
  const deadline = performance.now() + budgetMs;
  let worked = 0;
  for (const { id } of turns) {
    if (worked > 0 && performance.now() > deadline) break;
    memory.set(id, { answer: answerOf(ctx, id), at: ctx.now(), due: false });
    worked += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    answers: Object.fromEntries(
      listed.flatMap(({ id }) => {
        const kept = memory.get(id);
        return kept ? [[id, kept.answer] as const] : [];
      }),
    ),
    unread: turns.length - worked,
  };
}
