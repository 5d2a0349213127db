import { insertEvaluation, selectEvaluationByKey } from "#db/queries/evaluations.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import type { EvaluationProtocol } from "../../../workers/protocol/events.ts";
import { topics } from "../../contracts/live.ts";
import { UNRECORDED } from "../../wording/decoding.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { keepPopulation } from "../attempts/store-population.ts";
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

/** Outcomes by problem, so that two runs can be compared problem by problem. The same key again changes nothing. */
export function storeExternalEvaluation(
  ctx: ServiceContext,
  runId: string,
  evaluation: ExternalEvaluation,
): void {
  commit(ctx, (scope) => {
    const found = requireExternal(ctx, runId);
    const attempt = newestAttempt(ctx, scope, found, evaluation.key);
    storeEvaluation(ctx, scope, { run: found.run, attemptId: attempt.id }, evaluation);
  });
}

/** The same for an attempt that is known. */
export function storeEvaluation(
  ctx: ServiceContext,
  scope: WriteScope,
  { run, attemptId }: { run: RunRecord; attemptId: string },
  evaluation: ExternalEvaluation,
): void {
  const key = word(evaluation.key, 80, "evaluation");
  if (selectEvaluationByKey(scope.db, attemptId, key)) return;
  const at = evaluation.at ?? ctx.now();
  const benchmark = word(evaluation.benchmark, 200, "a benchmark without a name");
  const rows = new Map(
    evaluation.rows
      .slice(0, MOST_ROWS)
      .map((row) => [row.hash ?? externalProblemHash(evaluation.benchmark, row.problem), row] as const),
  );
  const left = evaluation.rows.length - rows.size;
  if (left > 0)
    noteOnce(scope, run.id, at, {
      level: "caution",
      message: `Of evaluation "${key}" each problem is kept once, and ${MOST_ROWS} at most; ${left} of its rows are not kept.`,
    });
  if (rows.size === 0) return;
  const hash = keepPopulation(scope, attemptId, {
    role: "held_out",
    name: benchmark,
    source: "outside",
    relaxed: false,
    at,
    problems: [...rows].map(([problem, row]) => ({
      hash: problem,
      key: word(row.problem, 200, "?"),
      type: word(row.type ?? "", 40, "outside"),
      level: "",
      rows: 0,
      cols: 0,
      integers: 0,
      faults: 0,
    })),
  });
  const { logged = {} } = evaluation;
  const said = Object.keys(logged).length > 0 ? { ...PROTOCOL, logged } : PROTOCOL;
  const protocol = evaluation.protocol ?? said;
  insertEvaluation(
    scope.db,
    {
      id: newId("evaluation"),
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
    },
    [...rows].map(([problemHash, { solved, score, steps, diagnosis, passAt1 }]) => ({
      problemHash,
      solved,
      // One answer is one step.
      steps: Math.max(0, Math.trunc(steps ?? 1) || (evaluation.protocol ? 0 : 1)),
      op: null,
      da: null,
      clean: null,
      confirmed: null,
      score: score !== null && Number.isFinite(score) ? score : null,
      ...(diagnosis && { diagnosis }),
      passAt1: passAt1 ?? null,
    })),
  );
  scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs);
}
