import {
  insertEpisode,
  insertEvaluation,
  selectAttemptPopulations,
  selectEvaluationByKey,
  selectNamedPopulation,
} from "#db/queries/evaluations.ts";
import type { EpisodesEvent, EvaluationEvent } from "../../../workers/protocol/events.ts";
import { ServiceError } from "../../errors.ts";
import type { WriteScope } from "../context.ts";
import { canonicalJson, newId, sha256 } from "../hashing.ts";

/** The set of problems an attempt named with this hash, whatever it uses them for. */
function namedPopulation(scope: WriteScope, attemptId: string, populationHash: string, key: string) {
  const population = selectNamedPopulation(scope.db, { attemptId, populationHash });
  if (population) return population;
  throw new ServiceError(
    "invalid",
    selectAttemptPopulations(scope.db, attemptId).length === 0
      ? "An evaluation arrived before its problems were named."
      : `Evaluation ${key} names a population that the attempt did not name.`,
  );
}

/** Stores an evaluation with one row per problem. Rows name problems by index; here the index becomes the content hash. */
export function storeEvaluation(
  scope: WriteScope,
  runId: string,
  attemptId: string,
  event: EvaluationEvent,
): void {
  const population = namedPopulation(scope, attemptId, event.populationHash, event.key);
  if (selectEvaluationByKey(scope.db, attemptId, event.key)) return;
  const rowOf = new Map<string, number>();
  const rows = event.rows.map((row, place) => {
    const problemHash = population.problemHashes[row.i];
    if (problemHash === undefined) {
      throw new ServiceError(
        "invalid",
        `Evaluation ${event.key} has a row for problem ${row.i}; there are ${population.problemHashes.length}.`,
      );
    }
    const twin = rowOf.get(problemHash);
    if (twin !== undefined)
      throw new ServiceError(
        "invalid",
        `Evaluation ${event.key} has the problem ${problemHash.slice(0, 12)} twice, in rows ${twin + 1} and ${place + 1}. Name it once: a problem that counts twice is no second problem.`,
      );
    rowOf.set(problemHash, place);
    const { i: _i, ...outcome } = row;
    return { problemHash, ...outcome };
  });
  insertEvaluation(
    scope.db,
    {
      id: newId("evaluation"),
      runId,
      attemptId,
      key: event.key,
      trainStep: event.step,
      final: event.final,
      populationHash: event.populationHash,
      protocol: event.protocol,
      protocolHash: sha256(canonicalJson(event.protocol)),
      n: rows.length,
      at: event.at,
    },
    rows,
  );
}

/** Stores the steps of episodes of an evaluation that came before. */
export function storeEpisodes(scope: WriteScope, attemptId: string, event: EpisodesEvent): void {
  const evaluation = selectEvaluationByKey(scope.db, attemptId, event.key);
  if (!evaluation)
    throw new ServiceError("invalid", `Episodes arrived for evaluation ${event.key}, which is not stored.`);
  const population = namedPopulation(scope, attemptId, evaluation.populationHash, event.key);
  for (const episode of event.episodes) {
    const problemHash = population.problemHashes[episode.i];
    if (problemHash !== undefined) insertEpisode(scope.db, evaluation.id, problemHash, episode.steps);
  }
}
