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

export interface NamedProblems extends Pick<
  PopulationEvent,
  "role" | "name" | "relaxed" | "at" | "problems"
> {
  source: PopulationEvent["source"] | "external";
}

/** Stores a set of problems that are stored, once, all of it or nothing. */
export function keepSet(
  scope: WriteScope,
  { name, source, relaxed, at, problems }: Omit<NamedProblems, "role">,
  hash: string,
): void {
  if (selectPopulation(scope.db, hash)) return;
  const n = new Set(problems.map((p) => p.hash)).size;
  insertPopulation(scope.db, { hash, name, source, relaxed, n, createdAt: at }, problems);
}

/** Stores problems and their set once, and that an attempt names it. Answers its hash, computed where it is not known. */
export function keepPopulation(
  scope: WriteScope,
  attemptId: string,
  { role, ...named }: NamedProblems,
  known?: string,
): string {
  const problemHashes = named.problems.map((p) => p.hash);
  const hash = known ?? populationHash(problemHashes);
  // A set that is stored has its problems.
  if (!selectPopulation(scope.db, hash)) {
    insertProblems(scope.db, named.problems, "told");
    keepSet(scope, named, hash);
  }
  insertAttemptPopulation(scope.db, { attemptId, role, populationHash: hash, problemHashes });
  return hash;
}
