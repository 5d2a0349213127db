import {
  countBenchmarksSince,
  countTrainedOn,
  selectBenchmark,
  selectSharedProblems,
} from "#db/queries/benchmarks.ts";
import { selectHeldSet } from "#db/queries/held-sets.ts";
import type { BenchmarkDetail, BenchmarkInput } from "../../../../server/contracts/benchmark.ts";
import { ServiceError } from "../../../../server/errors.ts";
import type { ServiceContext } from "../../../../server/services/context.ts";
import { benchmarkLedger } from "../../../../server/services/ledger/comparisons.ts";
import { difficultyCurveOf } from "./curve.ts";

/** A registered set with how its levels came out, and where else its problems are. */
export function getBenchmark(ctx: ServiceContext, { id, da, counts, type }: BenchmarkInput): BenchmarkDetail {
  const benchmark = selectBenchmark(ctx.db, id);
  if (!benchmark) throw new ServiceError("not_found", `There is no benchmark ${id}.`);
  return {
    benchmark,
    gradient: difficultyCurveOf(ctx, benchmark, { da, counts }, type),
    shared: selectSharedProblems(ctx.db, id),
    trainedOn: countTrainedOn(ctx.db, id),
    held: selectHeldSet(ctx.db, benchmark.hash) ?? null,
    ledger: benchmarkLedger(ctx, id),
    newerSets: benchmark.summary.near ? countBenchmarksSince(ctx.db, benchmark.summary.near.at) : 0,
    asOf: ctx.now(),
  };
}
