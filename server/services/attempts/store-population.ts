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
  const hash = populationHash(event.problems.map((p) => p.hash));
  if (hash !== event.hash) {
    throw new ServiceError(
      "invalid",
      `The population "${event.name}" says hash ${event.hash.slice(0, 12)}, its problems give ${hash.slice(0, 12)}.`,
    );
  }
  keepPopulation(scope, attemptId, event);
}

interface NamedProblems extends Pick<PopulationEvent, "role" | "name" | "relaxed" | "at" | "problems"> {
  source: PopulationEvent["source"] | "outside";
}

/** Stores a set of problems once, and that an attempt names it. Answers its hash. */
export function keepPopulation(
  scope: WriteScope,
  attemptId: string,
  { role, name, source, relaxed, at, problems }: NamedProblems,
): string {
  const problemHashes = problems.map((p) => p.hash);
  const hash = populationHash(problemHashes);
  insertProblems(scope.db, problems, "told");
  if (!selectPopulation(scope.db, hash))
    insertPopulation(
      scope.db,
      { hash, name, source, relaxed, n: new Set(problemHashes).size, createdAt: at },
      problems,
    );
  insertAttemptPopulation(scope.db, { attemptId, role, populationHash: hash, problemHashes });
  return hash;
}
