import { insertPopulation, insertProblems, selectPopulation } from "#db/queries/benchmarks.ts";
import { insertAttemptPopulation } from "#db/queries/evaluations.ts";
import type { PopulationEvent } from "../../../workers/protocol/events.ts";
import { ServiceError } from "../../errors.ts";
import type { WriteScope } from "../context.ts";
import { sha256 } from "../hashing.ts";

/** sha256 over the sorted content hashes: the identity of a set of problems, whatever their order or names. */
export function populationHash(problemHashes: string[]): string {
  return sha256(problemHashes.toSorted().join("\n"));
}

/** Remembers which problems an attempt trains on or is measured on, by content. The sender's hash is checked. */
export function storePopulation(scope: WriteScope, attemptId: string, event: PopulationEvent): void {
  const hashes = event.problems.map((p) => p.hash);
  const hash = populationHash(hashes);
  if (hash !== event.hash) {
    throw new ServiceError(
      "invalid",
      `The population "${event.name}" says hash ${event.hash.slice(0, 12)}, its problems give ${hash.slice(0, 12)}.`,
    );
  }
  insertProblems(scope.db, event.problems);
  if (!selectPopulation(scope.db, hash)) {
    const { name, source, relaxed, at } = event;
    insertPopulation(
      scope.db,
      { hash, name, source, relaxed, n: new Set(hashes).size, createdAt: at },
      event.problems,
    );
  }
  insertAttemptPopulation(scope.db, {
    attemptId,
    role: event.role,
    populationHash: hash,
    problemHashes: hashes,
  });
}
