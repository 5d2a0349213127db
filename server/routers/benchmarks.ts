import { RegisterBenchmarkInput, StageFilesInput } from "../contracts/benchmark.ts";
import { listBenchmarks } from "../services/benchmarks/list.ts";
import { registerBenchmark } from "../services/benchmarks/register.ts";
import { stageFiles } from "../services/benchmarks/stage.ts";
import { memberProcedure, router } from "./trpc.ts";

export const benchmarksRouter = router({
  list: memberProcedure.query(({ ctx }) => listBenchmarks(ctx.services)),
  stage: memberProcedure.input(StageFilesInput).mutation(({ ctx, input }) => stageFiles(ctx.services, input)),
  register: memberProcedure
    .input(RegisterBenchmarkInput)
    .mutation(({ ctx, input }) => registerBenchmark(ctx.services, input)),
});
