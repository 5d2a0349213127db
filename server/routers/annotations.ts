import { ANNOTATION_LIMITS } from "../contracts/housekeeping/annotation-limits.ts";
import { z } from "zod";
import { DeletionInput } from "../contracts/housekeeping/deletion.ts";
import { AnnotateInput } from "../contracts/housekeeping/annotations.ts";
import { deleteOwner } from "../services/deletion/delete.ts";
import { planOwnerDeletion } from "../services/deletion/plan.ts";
import { keep } from "../services/annotations/annotate.ts";
import { annotationsOf, tagsOfRuns } from "../services/annotations/read.ts";
import { drawNotes } from "../services/reports/notes.ts";
import { memberProcedure, router } from "./trpc.ts";

const Ids = z.object({ ids: z.array(z.string().max(40)).max(ANNOTATION_LIMITS.changes) });

/** Names, tags, notes, pins and the archive. */
export const annotationsRouter = router({
  of: memberProcedure.input(Ids).query(({ ctx, input }) => annotationsOf(ctx.services, input.ids)),
  notes: memberProcedure
    .input(z.object({ id: z.string().max(40) }))
    .query(({ ctx, input }) => drawNotes(ctx.services, input.id)),
  tags: memberProcedure.query(({ ctx }) => tagsOfRuns(ctx.services)),
  deletion: memberProcedure
    .input(DeletionInput)
    .query(({ ctx, input }) => planOwnerDeletion(ctx.services, input.id)),
  delete: memberProcedure.input(DeletionInput).mutation(({ ctx, input }) => deleteOwner(ctx.services, input)),
  edit: memberProcedure.input(AnnotateInput).mutation(({ ctx, input }) => keep(ctx.services, input)),
});
