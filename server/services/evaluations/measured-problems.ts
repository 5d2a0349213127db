import type { Db } from "#db/client.ts";
import { selectMeasuredProblems } from "#db/queries/compare.ts";
import type { MeasuredRow } from "#db/queries/run-table-cells.ts";
import { populationHash } from "./store-population.ts";

const known = new WeakMap<Db["$client"], Map<string, string>>();

/**
 * Identity of the problems that an evaluation has rows for: of its population, unless it left some of that out. An evaluation
 * never changes, so each is read once.
 */
export function measuredProblemsHash(
  db: Db,
  {
    evaluationId,
    populationHash: whole,
    partial,
  }: Pick<MeasuredRow, "evaluationId" | "populationHash" | "partial">,
): string {
  if (!partial) return whole;
  const hashes = known.get(db.$client) ?? new Map<string, string>();
  known.set(db.$client, hashes);
  const found =
    hashes.get(evaluationId) ?? populationHash(selectMeasuredProblems(db, evaluationId).map((p) => p.hash));
  hashes.set(evaluationId, found);
  return found;
}
