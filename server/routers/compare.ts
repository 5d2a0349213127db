import { z } from "zod";
import { CompareInput, DiagnosisInput, DifferingInput } from "../contracts/compare/compare.ts";
import { CompareRunsInput } from "../contracts/compare/compare-runs.ts";
import { VarianceInput } from "../contracts/variance.ts";
import { compareDiagnosis } from "../../packs/repair/services/compare-diagnosis.ts";
import { differingProblems } from "../services/compare/differing-problems.ts";
import { compareEvaluations } from "../services/compare/overview.ts";
import { findSide } from "../services/compare/find.ts";
import { compareRuns } from "../services/compare/runs.ts";
import { varianceOf } from "../services/variance/newest.ts";
import { memberProcedure, router } from "./trpc.ts";

/** Evaluations and runs side by side, and the spread of rewards inside groups of any runs. */
export const compareRouter = router({
  overview: memberProcedure
    .input(CompareInput)
    .query(({ ctx, input }) => compareEvaluations(ctx.services, input)),
  runs: memberProcedure.input(CompareRunsInput).query(({ ctx, input }) => compareRuns(ctx.services, input)),
  find: memberProcedure
    .input(z.object({ text: z.string().max(200) }))
    .query(({ ctx, input }) => findSide(ctx.services, input.text)),
  diagnosis: memberProcedure
    .input(DiagnosisInput)
    .query(({ ctx, input }) => compareDiagnosis(ctx.services, input)),
  problems: memberProcedure
    .input(DifferingInput)
    .query(({ ctx, input }) => differingProblems(ctx.services, input)),
  variance: memberProcedure.input(VarianceInput).query(({ ctx, input }) => varianceOf(ctx.services, input)),
});
