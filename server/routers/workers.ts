import { WorkerPageInput } from "../contracts/machine/worker-page.ts";
import { workerPage } from "../services/worker-page/page.ts";
import { listWorkers } from "../services/workers/list.ts";
import { memberProcedure, router } from "./trpc.ts";

export const workersRouter = router({
  list: memberProcedure.query(({ ctx }) => listWorkers(ctx.services)),
  page: memberProcedure.input(WorkerPageInput).query(({ ctx, input }) => workerPage(ctx.services, input)),
});
