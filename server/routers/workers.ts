import { WorkerPageInput } from "../contracts/machine/worker-page.ts";
import { DrainInput } from "../contracts/worker.ts";
import { drainWorker } from "../services/workers/drain.ts";
import { workerPage } from "../services/worker-page/page.ts";
import { listWorkers } from "../services/workers/list.ts";
import { memberProcedure, router } from "./trpc.ts";

export const workersRouter = router({
  list: memberProcedure.query(({ ctx }) => listWorkers(ctx.services)),
  drain: memberProcedure.input(DrainInput).mutation(({ ctx, input }) => drainWorker(ctx.services, input)),
  page: memberProcedure.input(WorkerPageInput).query(({ ctx, input }) => workerPage(ctx.services, input)),
});
