import { ReadFailuresInput } from "../contracts/rollouts/file-failures.ts";
import { listFailures } from "../services/failures/list.ts";
import { failuresOfUpload } from "../services/failures/read-file.ts";
import { memberProcedure, router } from "./trpc.ts";

export const failuresRouter = router({
  list: memberProcedure.query(({ ctx }) => listFailures(ctx.services)),
  /** Of a file that was sent by `benchmarks.stage` before. */
  read: memberProcedure
    .input(ReadFailuresInput)
    .mutation(({ ctx, input }) => failuresOfUpload(ctx.services, input)),
});
