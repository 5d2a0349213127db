import type { Db } from "#db/client.ts";
import { selectMeasuredProblems } from "#db/queries/compare.ts";
import { populationHash } from "./store-population.ts";

const known = new WeakMap<Db["$client"], Map<string, string>>();

/**
 * Identity of the problems that an evaluation which left some of its population out has rows for. An evaluation never changes,
 * so each is read once.
 */
export function measuredProblemsHash(db: Db, evaluationId: string): string {
  const hashes = known.get(db.$client) ?? new Map<string, string>();
  known.set(db.$client, hashes);
  const found =
    hashes.get(evaluationId) ?? populationHash(selectMeasuredProblems(db, evaluationId).map((p) => p.hash));
  hashes.set(evaluationId, found);
  return found;
}
