import { z } from "zod";
import { ScopeInput } from "../contracts/housekeeping/projects.ts";
import { CheckpointMeansInput } from "../contracts/checkpoint-means.ts";
import { FrontierInput } from "../../packs/repair/contracts/frontier.ts";
import { AnswersInput, DifferencesInput, TableInput } from "../contracts/experiment.ts";
import { idSchema } from "../contracts/ids.ts";
import { OwnMatrixInput } from "../contracts/launch/joining.ts";
import { PowerInput } from "../contracts/launch/power.ts";
import { experimentAnswers, runDifferences } from "../services/experiments/answers.ts";
import { dismissChanges } from "../services/experiments/changed-verdicts.ts";
import { findExperiment } from "../services/experiments/find.ts";
import { criteriaTable } from "../services/experiments/criteria.ts";
import { checkpointMeans } from "../services/experiments/checkpoint-means.ts";
import { diagnosisFrontier } from "../../packs/repair/services/frontier.ts";
import { ownMatrix } from "../services/runs/joining/own-matrix.ts";
import { getExperiment } from "../services/experiments/get.ts";
import { listExperiments } from "../services/experiments/list.ts";
import { aside } from "../services/aside.ts";
import { findValueless } from "../services/experiments/primary-metric.ts";
import { planPower } from "../services/experiments/power.ts";
import { stopExperiment } from "../services/experiments/stop.ts";
import { doInSlices } from "../services/series/sliced.ts";
import { tableNow } from "../services/experiments/table.ts";
import { trainingRounds } from "../services/failures/rounds.ts";
import { memberProcedure, router } from "./trpc.ts";

const ById = z.object({ id: idSchema("experiment") });

export const experimentsRouter = router({
  list: memberProcedure
    .input(ScopeInput)
    .query(({ ctx, input, signal }) =>
      aside(ctx.services, { name: "experiments.list", work: listExperiments }, input?.project, signal),
    ),
  answers: memberProcedure
    .input(AnswersInput)
    .query(({ ctx, input }) => experimentAnswers(ctx.services, input)),
  differences: memberProcedure
    .input(DifferencesInput)
    .query(({ ctx, input }) => runDifferences(ctx.services, input)),
  get: memberProcedure.input(ById).query(({ ctx, input }) => getExperiment(ctx.services, input.id)),
  find: memberProcedure.input(z.object({ text: z.string().max(200) })).query(({ ctx, input }) => {
    const { id, title } = findExperiment(ctx.services, input.text);
    return { id, title };
  }),
  stop: memberProcedure.input(ById).mutation(({ ctx, input }) => stopExperiment(ctx.services, input.id)),
  dismissChanges: memberProcedure
    .input(ById)
    .mutation(({ ctx, input }) => dismissChanges(ctx.services, input.id)),
  matrix: memberProcedure
    .input(OwnMatrixInput)
    .query(({ ctx, input }) => ownMatrix(ctx.services, input, findValueless(ctx.services))),
  power: memberProcedure.input(PowerInput).query(({ ctx, input }) => planPower(ctx.services, input)),
  criteria: memberProcedure.input(ById).query(({ ctx, input }) => criteriaTable(ctx.services, input.id)),
  checkpoints: memberProcedure
    .input(CheckpointMeansInput)
    .query(({ ctx, input }) => checkpointMeans(ctx.services, input)),
  frontier: memberProcedure
    .input(FrontierInput)
    .query(({ ctx, input }) => diagnosisFrontier(ctx.services, input)),
  rounds: memberProcedure.input(ById).query(({ ctx, input }) => trainingRounds(ctx.services, input.id)),
  table: memberProcedure
    .input(TableInput)
    .query(({ ctx, input: { id, also, ...choice }, signal }) =>
      doInSlices(tableNow(ctx.services, id, also, choice), signal),
    ),
});
