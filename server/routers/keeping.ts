import { KEEPING_LIMITS } from "../contracts/housekeeping/keeping-limits.ts";
import { z } from "zod";
import { DeletionInput } from "../contracts/housekeeping/deletion.ts";
import { KeepInput } from "../contracts/housekeeping/keeping.ts";
import { deleteOwner } from "../services/deletion/delete.ts";
import { planOwnerDeletion } from "../services/deletion/plan.ts";
import { keep } from "../services/keeping/keep.ts";
import { keptThings, tagsOfRuns } from "../services/keeping/read.ts";
import { drawNotes } from "../services/reports/notes.ts";
import { memberProcedure, router } from "./trpc.ts";

const Ids = z.object({ ids: z.array(z.string().max(40)).max(KEEPING_LIMITS.changes) });

/** Names, tags, notes, pins and the archive. */
export const keepingRouter = router({
  of: memberProcedure.input(Ids).query(({ ctx, input }) => keptThings(ctx.services, input.ids)),
  notes: memberProcedure
    .input(z.object({ id: z.string().max(40) }))
    .query(({ ctx, input }) => drawNotes(ctx.services, input.id)),
  tags: memberProcedure.query(({ ctx }) => tagsOfRuns(ctx.services)),
  deletion: memberProcedure
    .input(DeletionInput)
    .query(({ ctx, input }) => planOwnerDeletion(ctx.services, input.id)),
  delete: memberProcedure.input(DeletionInput).mutation(({ ctx, input }) => deleteOwner(ctx.services, input)),
  keep: memberProcedure.input(KeepInput).mutation(({ ctx, input }) => keep(ctx.services, input)),
});
