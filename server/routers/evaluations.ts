import { z } from "zod";
import { EvaluationDiagnosisInput } from "../../packs/repair/contracts/diagnosis.ts";
import { EpisodeInput, ListEvaluationsInput } from "../contracts/evaluation.ts";
import { idSchema } from "../contracts/ids.ts";
import { evaluationDiagnosis } from "../../packs/repair/services/diagnosis.ts";
import { evaluationDecodings } from "../../packs/repair/services/decodings.ts";
import { getEpisode } from "../services/evaluations/episode.ts";
import { findEvaluation } from "../services/evaluations/find.ts";
import { evaluationProblems, getEvaluation } from "../services/evaluations/get.ts";
import { listEvaluations } from "../services/evaluations/list.ts";
import { problemTable } from "../services/evaluations/problem-table.ts";
import { memberProcedure, router } from "./trpc.ts";

const ById = z.object({ id: idSchema("evaluation") });

export const evaluationsRouter = router({
  list: memberProcedure
    .input(ListEvaluationsInput)
    .query(({ ctx, input }) => listEvaluations(ctx.services, input)),
  get: memberProcedure.input(ById).query(({ ctx, input }) => getEvaluation(ctx.services, input.id)),
  diagnosis: memberProcedure
    .input(EvaluationDiagnosisInput)
    .query(({ ctx, input }) => evaluationDiagnosis(ctx.services, input)),
  decodings: memberProcedure
    .input(EvaluationDiagnosisInput)
    .query(({ ctx, input }) => evaluationDecodings(ctx.services, input)),
  problems: memberProcedure.input(ById).query(({ ctx, input }) => evaluationProblems(ctx.services, input.id)),
  table: memberProcedure.input(ById).query(({ ctx, input }) => problemTable(ctx.services, input.id)),
  episode: memberProcedure.input(EpisodeInput).query(({ ctx, input }) => getEpisode(ctx.services, input)),
  find: memberProcedure
    .input(z.object({ text: z.string().max(200) }))
    .query(({ ctx, input }) => findEvaluation(ctx.services, input.text)),
});
