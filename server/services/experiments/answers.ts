import type {
  AnswersInput,
  ExperimentAnswer,
  ExperimentAnswers,
  ExperimentSummary,
  RunDifference,
  RunDifferences,
} from "../../contracts/experiment.ts";
import { experimentOf } from "../../contracts/live.ts";
import { LIVE_STATES } from "../../contracts/run-lifecycle.ts";
import { isDamagedPoints, isServiceError } from "../../errors.ts";
import type { LiveBus } from "../../live/bus.ts";
import { elapsedSince } from "../clock.ts";
import { commit, type ServiceContext } from "../context.ts";
import { codeStamp } from "../code-stamp.ts";
import type { StoredVerdicts } from "../../contracts/changed-verdicts.ts";
import { selectCachedSummaries, upsertCachedSummaries } from "#db/queries/experiments.ts";
import { selectRunsByIds } from "#db/queries/runs.ts";
import { aside } from "../aside.ts";
import { verdictsOf } from "./changed-verdicts.ts";
import { listExperiments } from "./list.ts";
import { differencesOf, shortAnswer } from "./short-answer.ts";
import { doInSlices } from "../series/sliced.ts";
import { tableNow } from "./table.ts";

/** One call works answers out for about this long; the page asks again while some are left. */
const WORKING_MS = 120;
/** Points of a run that goes on may change what the rules say of it, and say nothing about that themselves. */
const STALE_MS = 15_000;

interface Kept {
  answer: ExperimentAnswer;
  /** Null where there is no table. */
  verdicts: StoredVerdicts | null;
  differences: ReadonlyMap<string, RunDifference>;
  at: number;
  /** Something of the experiment changed since. */
  due: boolean;
}

const memories = new WeakMap<LiveBus, Map<string, Kept>>();

/** Answers by experiment, those of the processes before too; a tick about an experiment makes its answer due. */
function memoryOf({ live, db }: ServiceContext): Map<string, Kept> {
  const known = memories.get(live);
  if (known) return known;
  const memory = new Map<string, Kept>();
  for (const { experimentId, differences, workedAt, ...kept } of selectCachedSummaries(db, codeStamp()))
    memory.set(experimentId, { ...kept, differences: new Map(differences), at: workedAt });
  memories.set(live, memory);
  live.subscribe((tick) => {
    for (const topic of tick.topics) {
      const kept = memory.get(experimentOf(topic) ?? "");
      if (kept) kept.due = true;
    }
  });
  return memory;
}

/** Keeps what was worked out for the next process; where nothing can be stored, that works it out again. */
function keepAnswers(ctx: ServiceContext, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const memory = memoryOf(ctx);
  const code = codeStamp();
  const rows = ids.flatMap((experimentId) => {
    const kept = memory.get(experimentId);
    if (!kept) return [];
    const { differences, at, ...rest } = kept;
    return [{ experimentId, code, ...rest, differences: [...differences], workedAt: at }];
  });
  try {
    commit(ctx, (scope) => upsertCachedSummaries(scope.db, rows));
  } catch (error) {
    if (!isServiceError(error)) throw error;
  }
}

const without = (words: string): ExperimentAnswer => ({
  metric: null,
  best: null,
  rows: [],
  notRanked: 0,
  words,
  flags: [],
});

/** Points that cannot be read, or too many runs, leave one experiment without an answer, not the list. */
async function workOut(ctx: ServiceContext, id: string): Promise<Kept> {
  const kept = { at: ctx.now(), due: false, verdicts: null, differences: new Map() };
  try {
    const table = await doInSlices(tableNow(ctx, id));
    return {
      ...kept,
      answer: shortAnswer(table),
      verdicts: verdictsOf(table),
      differences: differencesOf(table),
    };
  } catch (error) {
    if (isDamagedPoints(error)) return { ...kept, answer: without("some of its points cannot be read") };
    if (isServiceError(error) && error.code === "too_large")
      return { ...kept, answer: without("too many runs for one table") };
    throw error;
  }
}

/**
 * Works out what is due of some experiments, for about `budgetMs` in the order in which they are given but one at least, and lets
 * other work of the process go between them. How many are left.
 */
async function bringUpToDate(
  ctx: ServiceContext,
  asked: readonly { id: string; live: boolean }[],
  budgetMs: number,
): Promise<number> {
  const memory = memoryOf(ctx);
  const due = asked.filter(({ id, live }) => {
    const kept = memory.get(id);
    return kept === undefined || kept.due || (live && elapsedSince(ctx, kept.at) >= STALE_MS);
  });
  // What nobody has seen yet comes before what is only old.
  const turns = [...due.filter(({ id }) => !memory.has(id)), ...due.filter(({ id }) => memory.has(id))];
  const deadline = performance.now() + budgetMs;
  const worked: string[] = [];
  for (const { id } of turns) {
    if (worked.length > 0 && performance.now() > deadline) break;
    memory.set(id, await workOut(ctx, id));
    worked.push(id);
    await new Promise((resolve) => setImmediate(resolve));
  }
  keepAnswers(ctx, worked);
  return turns.length - worked.length;
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
  const question = { name: "experiments.list", work: listExperiments };
  const listed = (await aside(ctx, question, project)).filter(({ kept }) => kept.archived === archived);
  const unread = await bringUpToDate(
    ctx,
    listed.map((one) => ({ id: one.id, live: isLive(one) })),
    budgetMs,
  );
  return {
    answers: Object.fromEntries(
      listed.flatMap(({ id }) => {
        const kept = memory.get(id);
        return kept ? [[id, kept.answer] as const] : [];
      }),
    ),
    unread,
  };
}

/** What each of these runs reached beside the baseline run of its seed, as far as it is worked out. */
export async function runDifferences(
  ctx: ServiceContext,
  { runIds }: { runIds: string[] },
  budgetMs = WORKING_MS,
): Promise<RunDifferences> {
  const runs = selectRunsByIds(ctx.db, runIds);
  const ids = [...new Set(runs.map(({ experimentId }) => experimentId))];
  const unread = await bringUpToDate(
    ctx,
    // A run that has ended has its difference, whatever others are doing.
    ids.map((id) => ({ id, live: false })),
    budgetMs,
  );
  const memory = memoryOf(ctx);
  return {
    differences: Object.fromEntries(
      runs.flatMap(({ id, experimentId }) => {
        const found = memory.get(experimentId)?.differences.get(id);
        return found ? [[id, found] as const] : [];
      }),
    ),
    unread,
  };
}
