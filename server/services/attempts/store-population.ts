import {
  insertPopulation,
  insertPopulationProblems,
  insertProblems,
  selectPopulation,
} from "#db/queries/benchmarks.ts";
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
  const hash = populationHash(event.problems.map((p) => p.hash));
  if (hash !== event.hash) {
    throw new ServiceError(
      "invalid",
      `The population "${event.name}" says hash ${event.hash.slice(0, 12)}, its problems give ${hash.slice(0, 12)}.`,
    );
  }
  keepPopulation(scope, attemptId, event);
}

export interface NamedProblems extends Pick<
  PopulationEvent,
  "role" | "name" | "relaxed" | "at" | "problems"
> {
  source: PopulationEvent["source"] | "external";
}

/**
 * Stores problems and their set once, and that an attempt names it. Answers its hash. `known`: the hash, where the problems were
 * stored part by part before.
 */
export function keepPopulation(
  scope: WriteScope,
  attemptId: string,
  { role, name, source, relaxed, at, problems }: NamedProblems,
  known?: string,
): string {
  const problemHashes = problems.map((p) => p.hash);
  const hash = known ?? populationHash(problemHashes);
  // A set that is stored has its problems.
  if (!selectPopulation(scope.db, hash)) {
    if (known === undefined) {
      insertProblems(scope.db, problems, "told");
      insertPopulationProblems(scope.db, hash, problems);
    }
    const n = new Set(problemHashes).size;
    insertPopulation(scope.db, { hash, name, source, relaxed, n, createdAt: at });
  }
  insertAttemptPopulation(scope.db, { attemptId, role, populationHash: hash, problemHashes });
  return hash;
}
