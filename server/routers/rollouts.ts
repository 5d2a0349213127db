import { AgainstStartInput } from "../contracts/rollouts/against-start.ts";
import {
  CompletionListInput,
  PromptVisitsInput,
  RolloutGroupInput,
  RolloutSearchInput,
  RolloutStepInput,
  RolloutStepsInput,
  RolloutTextInput,
} from "../contracts/rollouts/rollouts.ts";
import { againstStart } from "../services/rollouts/against-start.ts";
import { promptVisits, rolloutGroup, rolloutText, runsWithPrompt } from "../services/rollouts/group.ts";
import { searchRollouts } from "../services/rollouts/search.ts";
import { listCompletions, rolloutStep, rolloutSteps } from "../services/rollouts/steps.ts";
import { memberProcedure, router } from "./trpc.ts";

export const rolloutsRouter = router({
  steps: memberProcedure
    .input(RolloutStepsInput)
    .query(({ ctx, input }) => rolloutSteps(ctx.services, input.runId)),
  step: memberProcedure.input(RolloutStepInput).query(({ ctx, input }) => rolloutStep(ctx.services, input)),
  list: memberProcedure
    .input(CompletionListInput)
    .query(({ ctx, input }) => listCompletions(ctx.services, input)),
  group: memberProcedure
    .input(RolloutGroupInput)
    .query(({ ctx, input }) => rolloutGroup(ctx.services, input)),
  text: memberProcedure.input(RolloutTextInput).query(({ ctx, input }) => rolloutText(ctx.services, input)),
  visits: memberProcedure
    .input(PromptVisitsInput)
    .query(({ ctx, input }) => promptVisits(ctx.services, input)),
  others: memberProcedure
    .input(PromptVisitsInput)
    .query(({ ctx, input }) => runsWithPrompt(ctx.services, input)),
  againstStart: memberProcedure
    .input(AgainstStartInput)
    .query(({ ctx, input, signal }) => againstStart(ctx.services, input, signal)),
  search: memberProcedure
    .input(RolloutSearchInput)
    .query(({ ctx, input, signal }) => searchRollouts(ctx.services, input, signal)),
});
