import {
  BenchmarkFilesInput,
  BenchmarkInput,
  RegisterBenchmarkInput,
  StageFilesInput,
} from "../contracts/benchmark.ts";
import { HoldInput } from "../contracts/ledger.ts";
import { getBenchmark } from "../../packs/repair/services/difficulty/get.ts";
import { benchmarkFiles } from "../services/benchmarks/files.ts";
import { listBenchmarks } from "../services/benchmarks/list.ts";
import { compareSet } from "../services/benchmarks/near-duplicates.ts";
import { registerBenchmark } from "../services/benchmarks/register.ts";
import { holdSet } from "../services/ledger/hold.ts";
import { stageFiles } from "../services/benchmarks/stage.ts";
import { memberProcedure, router } from "./trpc.ts";

export const benchmarksRouter = router({
  list: memberProcedure.query(({ ctx }) => listBenchmarks(ctx.services)),
  get: memberProcedure.input(BenchmarkInput).query(({ ctx, input }) => getBenchmark(ctx.services, input)),
  files: memberProcedure
    .input(BenchmarkFilesInput)
    .query(({ ctx, input }) => benchmarkFiles(ctx.services, input)),
  compare: memberProcedure
    .input(BenchmarkFilesInput)
    .mutation(({ ctx, input }) => compareSet(ctx.services, input)),
  hold: memberProcedure.input(HoldInput).mutation(({ ctx, input }) => holdSet(ctx.services, input)),
  stage: memberProcedure.input(StageFilesInput).mutation(({ ctx, input }) => stageFiles(ctx.services, input)),
  register: memberProcedure
    .input(RegisterBenchmarkInput)
    .mutation(({ ctx, input }) => registerBenchmark(ctx.services, input)),
});
