import { countTrainedOn, selectBenchmarkByHash, selectPopulation } from "#db/queries/benchmarks.ts";
import {
  countTrainingOn,
  deleteHeldSet,
  insertHeldSet,
  selectHeldSet,
  type HeldSetRecord,
} from "#db/queries/held-sets.ts";
import type { HoldInput } from "../../contracts/ledger.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { comparedText, releaseText, trainedText } from "../../wording/verdicts/ledger.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { comparisonsOnSet } from "./comparisons.ts";

/**
 * Holds a set of problems for confirmation, or releases it. Only a set that nothing was trained or compared on is fresh; and one
 * that something was confirmed on stays held, so that the confirmation goes on being one.
 */
export function holdSet(ctx: ServiceContext, { hash, held }: HoldInput): { held: HeldSetRecord | null } {
  return commit(ctx, (scope) => {
    const { db } = scope;
    const benchmark = selectBenchmarkByHash(db, hash);
    const set = benchmark ?? selectPopulation(db, hash);
    if (!set)
      throw new ServiceError(
        "not_found",
        `There is no set of problems with the content ${hash.slice(0, 12)}.`,
      );
    const before = selectHeldSet(db, hash);
    if (held === (before !== undefined)) return { held: before ?? null };
    const comparisons = comparisonsOnSet({ db }, hash);
    if (!held) {
      if (comparisons > 0) throw new ServiceError("conflict", releaseText(set.name, comparisons));
      deleteHeldSet(db, hash);
    } else {
      if (comparisons > 0) throw new ServiceError("conflict", comparedText(set.name, comparisons));
      const trained = benchmark ? countTrainedOn(db, benchmark.id) : countTrainingOn(db, hash);
      if (trained > 0) throw new ServiceError("conflict", trainedText(set.name));
      insertHeldSet(db, { hash, by: actorName(ctx.actor), at: ctx.now() });
    }
    scope.touch(topics.benchmarks, topics.experiments);
    return { held: selectHeldSet(db, hash) ?? null };
  });
}
