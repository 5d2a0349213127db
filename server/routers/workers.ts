import { listWorkers } from "../services/workers/list.ts";
import { memberProcedure, router } from "./trpc.ts";

export const workersRouter = router({
  list: memberProcedure.query(({ ctx }) => listWorkers(ctx.services)),
});
