import { z } from "zod";
import { ScopeInput } from "../contracts/housekeeping/projects.ts";
import { ContinueInput } from "../contracts/attempts/continuing.ts";
import { idSchema } from "../contracts/ids.ts";
import { PlanPipelineInput } from "../contracts/launch/pipeline.ts";
import { PipelineInput, LaunchInput, PlanInput } from "../contracts/launch/launch.ts";
import { DismissInput } from "../contracts/finding.ts";
import { GoOnInput } from "../contracts/launch/go-on.ts";
import { AgainInput } from "../contracts/launch/run-code.ts";
import { RunIdsInput } from "../contracts/housekeeping/many-runs.ts";
import { ListRunsInput, LogInput, NamedRunsInput, OffersInput } from "../contracts/run.ts";
import { RunChecksInput, RunColumnsInput, RunTableInput, RunTableView } from "../contracts/run-table.ts";
import { deleteRun, planDeletion } from "../services/runs/delete.ts";
import { continueRun } from "../services/attempts/again/continue.ts";
import { markLost, planDeath } from "../services/attempts/again/mark-lost.ts";
import { startBeside } from "../services/runs/waiting/start-beside.ts";
import { readLog } from "../services/attempts/read-log.ts";
import { describeGoOn } from "../services/inputs/kept-settings.ts";
import { inputOffers } from "../services/inputs/offers.ts";
import { launchAgain } from "../services/runs/again.ts";
import { getRun } from "../services/runs/get.ts";
import { findValueless } from "../services/experiments/primary-metric.ts";
import { launchRuns } from "../services/runs/launch.ts";
import { namedRuns } from "../services/runs/names/by-words.ts";
import { resolveRun, RUN_PURPOSES } from "../services/runs/names/resolve.ts";
import { launchPipeline } from "../services/runs/launch-pipeline.ts";
import { listRuns } from "../services/runs/list.ts";
import { dismissFinding } from "../services/runs/dismiss.ts";
import { objectingRuns } from "../services/runs/findings.ts";
import { listDismissed } from "../services/runs/list-dismissed.ts";
import { deleteRuns, planDeletions, stopRuns } from "../services/runs/many.ts";
import { planPipeline } from "../services/runs/plan-pipeline.ts";
import { planLaunch } from "../services/runs/plan.ts";
import { stopRun } from "../services/runs/stop.ts";
import { aside } from "../services/aside.ts";
import { matchingRuns } from "../services/run-table/matching.ts";
import { runTable, runTableCells } from "../services/run-table/table.ts";
import { DRAWN, runTableCurves } from "../services/run-table/curves.ts";
import { runColumns } from "../services/run-table/columns.ts";
import { runTableChecks } from "../services/run-table/checks.ts";
import { memberProcedure, router } from "./trpc.ts";

const ById = z.object({ id: idSchema("run") });

export const runsRouter = router({
  list: memberProcedure.input(ListRunsInput).query(({ ctx, input }) => listRuns(ctx.services, input)),
  named: memberProcedure.input(NamedRunsInput).query(({ ctx, input }) => namedRuns(ctx.services, input)),
  table: memberProcedure
    .input(RunTableInput)
    .query(({ ctx, input, signal }) => runTable(ctx.services, input, signal)),
  cells: memberProcedure
    .input(RunTableInput)
    .query(({ ctx, input, signal }) =>
      aside(ctx.services, { name: "runs.cells", work: runTableCells }, input, signal),
    ),
  checks: memberProcedure
    .input(RunChecksInput)
    .query(({ ctx, input }) => runTableChecks(ctx.services, input)),
  curves: memberProcedure
    .input(RunChecksInput)
    .query(({ ctx, input, signal }) =>
      aside(ctx.services, { name: "runs.curves", work: runTableCurves, reads: DRAWN }, input, signal),
    ),
  columns: memberProcedure
    .input(RunColumnsInput)
    .query(({ ctx, input, signal }) =>
      aside(ctx.services, { name: "runs.columns", work: runColumns }, input, signal),
    ),
  get: memberProcedure.input(ById).query(({ ctx, input }) => getRun(ctx.services, input.id)),
  find: memberProcedure
    .input(z.object({ text: z.string().max(200), purpose: z.enum(RUN_PURPOSES).default("read") }))
    .query(({ ctx, input }) => resolveRun(ctx.services, input.text, input.purpose)),
  log: memberProcedure.input(LogInput).query(({ ctx, input }) => readLog(ctx.services, input)),
  plan: memberProcedure
    .input(PlanInput)
    .query(({ ctx, input }) => planLaunch(ctx.services, input, findValueless(ctx.services))),
  launch: memberProcedure
    .input(LaunchInput)
    .mutation(({ ctx, input }) => launchRuns(ctx.services, input, findValueless(ctx.services))),
  again: memberProcedure.input(AgainInput).mutation(({ ctx, input }) => launchAgain(ctx.services, input)),
  continue: memberProcedure
    .input(ContinueInput)
    .mutation(({ ctx, input }) => continueRun(ctx.services, input)),
  death: memberProcedure.input(ById).query(({ ctx, input }) => planDeath(ctx.services, input.id)),
  markLost: memberProcedure.input(ById).mutation(({ ctx, input }) => markLost(ctx.services, input.id)),
  startBeside: memberProcedure.input(ById).mutation(({ ctx, input }) => startBeside(ctx.services, input.id)),
  planPipeline: memberProcedure
    .input(PlanPipelineInput)
    .query(({ ctx, input }) => planPipeline(ctx.services, input)),
  launchPipeline: memberProcedure
    .input(PipelineInput)
    .mutation(({ ctx, input }) => launchPipeline(ctx.services, input)),
  dismiss: memberProcedure
    .input(DismissInput)
    .mutation(({ ctx, input }) => dismissFinding(ctx.services, input)),
  dismissed: memberProcedure
    .input(ScopeInput)
    .query(({ ctx, input }) => listDismissed(ctx.services, input?.project)),
  objecting: memberProcedure
    .input(ScopeInput)
    .query(({ ctx, input }) => objectingRuns(ctx.services, input?.project)),
  goOn: memberProcedure.input(GoOnInput).query(({ ctx, input }) => describeGoOn(ctx.services, input)),
  offers: memberProcedure.input(OffersInput).query(({ ctx, input }) => inputOffers(ctx.services, input)),
  deletion: memberProcedure.input(ById).query(({ ctx, input }) => planDeletion(ctx.services, input.id)),
  delete: memberProcedure.input(ById).mutation(({ ctx, input }) => deleteRun(ctx.services, input.id)),
  matching: memberProcedure
    .input(RunTableView.omit({ open: true }))
    .query(({ ctx, input, signal }) =>
      aside(ctx.services, { name: "runs.matching", work: matchingRuns }, input, signal),
    ),
  deletions: memberProcedure
    .input(RunIdsInput)
    .query(({ ctx, input }) => planDeletions(ctx.services, input.ids)),
  deleteMany: memberProcedure
    .input(RunIdsInput)
    .mutation(({ ctx, input }) => deleteRuns(ctx.services, input.ids)),
  stopMany: memberProcedure
    .input(RunIdsInput)
    .mutation(({ ctx, input }) => stopRuns(ctx.services, input.ids)),
  stop: memberProcedure.input(ById).mutation(({ ctx, input }) => stopRun(ctx.services, input.id)),
});
