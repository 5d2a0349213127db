import { insertPopulationProblems, insertProblems, selectPopulation } from "#db/queries/benchmarks.ts";
import { insertEvaluation, insertEvaluationRows, selectEvaluationByKey } from "#db/queries/evaluations.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import {
  deleteSomeRows,
  deleteUnfinished,
  insertUnfinished,
  selectUnfinished,
  type UnfinishedEvaluation,
} from "#db/queries/unfinished-evaluations.ts";
import type { EvaluationProtocol } from "../../../workers/protocol/events.ts";
import { topics } from "../../contracts/live.ts";
import { UNRECORDED } from "../../wording/decoding.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { keepPopulation, type NamedProblems, populationHash } from "../attempts/store-population.ts";
import { inTurns } from "../in-turns.ts";
import { canonicalJson, sha256, newId } from "../hashing.ts";
import { word } from "./places/place.ts";
import { noteOnce } from "./say.ts";
import { newestAttempt } from "./attempts/attempt-of-rows.ts";
import { requireExternal } from "./session.ts";
import type { ExternalEvaluation } from "../../contracts/external/verbs.ts";

/** Problems of one evaluation that are kept. */
const MOST_ROWS = 50_000;

/** The client says nothing of how it decoded: what is not on record is one and the same protocol, and said. */
const PROTOCOL: EvaluationProtocol = {
  decoding: "sampled",
  temperature: 0,
  maxSteps: 1,
  observation: UNRECORDED,
  evalSeed: 0,
  daDefinition: "none",
};

/** Identity of a problem: its id inside its benchmark. The content is not on record. */
export const externalProblemHash = (benchmark: string, problem: string): string =>
  sha256(`${benchmark}\n${problem}`);

/** Rows of an evaluation that are stored in one transaction together with their problems. */
const AT_ONCE = 2000;

/** Outcomes by problem, so that two runs can be compared problem by problem. The same key again changes nothing. */
export function storeExternalEvaluation(
  ctx: ServiceContext,
  runId: string,
  evaluation: ExternalEvaluation,
): void | Promise<void> {
  if (evaluation.rows.length <= AT_ONCE) return void storeWhole(ctx, runId, evaluation);
  return inTurns(storeInParts(ctx, runId, evaluation));
}

/** Answers whether it is stored: not where it was there before, or has no rows. */
function storeWhole(
  ctx: ServiceContext,
  runId: string,
  evaluation: ExternalEvaluation,
  parts?: StoredParts,
): boolean {
  return commit(ctx, (scope) => {
    const found = requireExternal(ctx, runId);
    const attempt = newestAttempt(ctx, scope, found, evaluation.key);
    if (parts) deleteUnfinished(scope.db, parts.evaluationId);
    return storeEvaluation(ctx, scope, { run: found.run, attemptId: attempt.id, parts }, evaluation);
  });
}

/**
 * Stores problems, their set and the outcomes part by part, and with the last step the set and the evaluation themselves: nobody
 * finds the parts without them. Where it is refused the parts go, where it is cut they go at the next start.
 */
function* storeInParts(
  ctx: ServiceContext,
  runId: string,
  evaluation: ExternalEvaluation,
): Generator<void, void> {
  const all: ProblemSet["outcomes"] = new Map();
  const kept = evaluation.rows.slice(0, MOST_ROWS);
  for (let from = 0; from < kept.length; from += AT_ONCE) {
    outcomesOf(evaluation.benchmark, kept.slice(from, from + AT_ONCE), all);
    yield;
  }
  // In the order of the tables' keys, which is the quickest to store.
  const outcomes = [...all].sort(([a], [b]) => (a < b ? -1 : 1));
  yield;
  const hash = populationHash(outcomes.map(([problem]) => problem));
  const unfinished = { evaluationId: newId("evaluation"), populationHash: hash };
  yield;
  commit(ctx, (scope) => insertUnfinished(scope.db, unfinished));
  let isStored = false;
  try {
    const problems: Problems = [];
    for (let from = 0; from < outcomes.length; from += AT_ONCE) {
      const part = outcomes.slice(from, from + AT_ONCE);
      const named = part.map(problemOf);
      commit(ctx, ({ db }) => {
        // A set that is stored has its problems.
        if (selectPopulation(db, hash)) return;
        insertProblems(db, named, "told");
        insertPopulationProblems(db, hash, named);
      });
      yield;
      commit(ctx, ({ db }) => insertEvaluationRows(db, unfinished.evaluationId, part.map(rowOf(evaluation))));
      problems.push(...named);
      yield;
    }
    const set = { outcomes: new Map(outcomes), problems, hash };
    yield;
    isStored = storeWhole(ctx, runId, evaluation, { evaluationId: unfinished.evaluationId, set });
  } finally {
    if (!isStored) yield* removeUnfinished(ctx, unfinished);
  }
}

function* removeUnfinished(ctx: ServiceContext, unfinished: UnfinishedEvaluation): Generator<void, void> {
  while (commit(ctx, (scope) => deleteSomeRows(scope.db, unfinished, AT_ONCE)) > 0) yield;
  commit(ctx, (scope) => deleteUnfinished(scope.db, unfinished.evaluationId));
}

/** Removes what evaluations left that an earlier process did not store to their end. Answers how many. */
export async function removeUnfinishedEvaluations(ctx: ServiceContext): Promise<number> {
  const unfinished = selectUnfinished(ctx.db);
  for (const one of unfinished) await inTurns(removeUnfinished(ctx, one));
  return unfinished.length;
}

type Outcome = ExternalEvaluation["rows"][number];
type Problems = NamedProblems["problems"];

/** The problems of an evaluation, each once, and its hash. */
interface ProblemSet {
  outcomes: Map<string, Outcome>;
  problems: Problems;
  hash: string;
}

/** An evaluation whose problems and outcomes are stored already, under this id. */
interface StoredParts {
  evaluationId: string;
  set: ProblemSet;
}

/** Adds outcomes by the identity of their problem; of two the later one counts. */
function outcomesOf(
  benchmark: string,
  rows: readonly Outcome[],
  outcomes: Map<string, Outcome> = new Map(),
): Map<string, Outcome> {
  for (const row of rows) outcomes.set(row.hash ?? externalProblemHash(benchmark, row.problem), row);
  return outcomes;
}

const problemOf = ([hash, row]: [string, Outcome]): Problems[number] => ({
  hash,
  key: word(row.problem, 200, "?"),
  type: word(row.type ?? "", 40, "external"),
  level: "",
  rows: 0,
  cols: 0,
  integers: 0,
  faults: 0,
});

function setOf({ benchmark, rows }: ExternalEvaluation): ProblemSet {
  const outcomes = outcomesOf(benchmark, rows.slice(0, MOST_ROWS));
  const problems = [...outcomes].map(problemOf);
  return { outcomes, problems, hash: populationHash(problems.map((problem) => problem.hash)) };
}

const rowOf =
  ({ protocol }: ExternalEvaluation) =>
  ([problemHash, { solved, score, steps, diagnosis, passAt1, measures }]: [string, Outcome]) => ({
    problemHash,
    solved,
    // One answer is one step.
    steps: Math.max(0, Math.trunc(steps ?? 1) || (protocol ? 0 : 1)),
    op: null,
    da: null,
    clean: null,
    confirmed: null,
    score: score !== null && Number.isFinite(score) ? score : null,
    ...(diagnosis && { diagnosis }),
    ...(measures && { measures }),
    passAt1: passAt1 ?? null,
  });

const namedSet = (ctx: ServiceContext, { at, benchmark }: ExternalEvaluation) => ({
  name: word(benchmark, 200, "a benchmark without a name"),
  source: "external" as const,
  relaxed: false,
  at: at ?? ctx.now(),
});

function storeEvaluation(
  ctx: ServiceContext,
  scope: WriteScope,
  { run, attemptId, parts }: { run: RunRecord; attemptId: string; parts?: StoredParts },
  evaluation: ExternalEvaluation,
): boolean {
  const key = word(evaluation.key, 80, "evaluation");
  if (selectEvaluationByKey(scope.db, attemptId, key)) return false;
  const at = evaluation.at ?? ctx.now();
  const set = parts?.set ?? setOf(evaluation);
  const rows = set.outcomes;
  const left = evaluation.rows.length - rows.size;
  if (left > 0)
    noteOnce(scope, run.id, at, {
      level: "warning",
      message: `Of evaluation "${key}" each problem is kept once, and ${MOST_ROWS} at most; ${left} of its rows are not kept.`,
    });
  if (rows.size === 0) return false;
  const named = { ...namedSet(ctx, evaluation), role: "held_out" as const, problems: set.problems };
  const hash = keepPopulation(scope, attemptId, named, parts?.set.hash);
  const { logged = {} } = evaluation;
  const said = Object.keys(logged).length > 0 ? { ...PROTOCOL, logged } : PROTOCOL;
  const protocol = evaluation.protocol ?? said;
  insertEvaluation(
    scope.db,
    {
      id: parts?.evaluationId ?? newId("evaluation"),
      runId: run.id,
      attemptId,
      key,
      trainStep: Math.max(0, Math.trunc(evaluation.step) || 0),
      final: evaluation.final,
      populationHash: hash,
      protocol,
      protocolHash: sha256(canonicalJson(protocol)),
      n: rows.size,
      at,
      policies: evaluation.policies ?? null,
    },
    parts ? [] : [...rows].map(rowOf(evaluation)),
  );
  scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs);
  return true;
}
