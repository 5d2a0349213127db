import { MoveInput, PauseInput, PriorityInput, RestoreInput } from "../contracts/queue/queue.ts";
import { moveInQueue } from "../services/queue/move.ts";
import { pauseQueue } from "../services/queue/pause.ts";
import { prioritise } from "../services/queue/prioritise.ts";
import { readQueue } from "../services/queue/read.ts";
import { restoreQueue } from "../services/queue/restore.ts";
import { memberProcedure, router } from "./trpc.ts";

/** What waits, and by which order it is given out. */
export const queueRouter = router({
  read: memberProcedure.query(({ ctx }) => readQueue(ctx.services)),
  move: memberProcedure.input(MoveInput).mutation(({ ctx, input }) => moveInQueue(ctx.services, input)),
  prioritise: memberProcedure
    .input(PriorityInput)
    .mutation(({ ctx, input }) => prioritise(ctx.services, input)),
  pause: memberProcedure.input(PauseInput).mutation(({ ctx, input }) => pauseQueue(ctx.services, input)),
  restore: memberProcedure
    .input(RestoreInput)
    .mutation(({ ctx, input }) => restoreQueue(ctx.services, input)),
});
