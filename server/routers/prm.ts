import { DistributionInput, LabelledStepsInput } from "../../packs/repair/contracts/prm.ts";
import { ScopeInput } from "../contracts/housekeeping/projects.ts";
import { labelDistribution } from "../services/labels/distribution.ts";
import { prmOverview } from "../services/labels/overview.ts";
import { labelledSteps } from "../services/labels/steps.ts";
import { memberProcedure, router } from "./trpc.ts";

export const prmRouter = router({
  overview: memberProcedure
    .input(ScopeInput)
    .query(({ ctx, input }) => prmOverview(ctx.services, input?.project)),
  distribution: memberProcedure
    .input(DistributionInput)
    .query(({ ctx, input }) => labelDistribution(ctx.services, input.sets)),
  steps: memberProcedure
    .input(LabelledStepsInput)
    .query(({ ctx, input }) => labelledSteps(ctx.services, input)),
});
