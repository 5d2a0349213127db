import { ScopeInput } from "../contracts/housekeeping/projects.ts";
import { ReadFailuresInput } from "../contracts/rollouts/file-failures.ts";
import { listFailures } from "../services/failures/list.ts";
import { failuresOfUpload } from "../services/failures/read-file.ts";
import { memberProcedure, router } from "./trpc.ts";

export const failuresRouter = router({
  list: memberProcedure
    .input(ScopeInput)
    .query(({ ctx, input }) => listFailures(ctx.services, input?.project)),
  /** Of a file that was sent by `benchmarks.stage` before. */
  read: memberProcedure
    .input(ReadFailuresInput)
    .mutation(({ ctx, input }) => failuresOfUpload(ctx.services, input)),
});
