import { z } from "zod";
import { idSchema } from "../contracts/ids.ts";
import { LaunchInput, PlanInput } from "../contracts/launch.ts";
import { ListRunsInput, LogInput } from "../contracts/run.ts";
import { readLog } from "../services/attempts/read-log.ts";
import { findRun } from "../services/runs/find.ts";
import { getRun } from "../services/runs/get.ts";
import { groupSample } from "../services/runs/group-sample.ts";
import { launchRuns } from "../services/runs/launch.ts";
import { listRuns } from "../services/runs/list.ts";
import { planLaunch } from "../services/runs/plan.ts";
import { stopRun } from "../services/runs/stop.ts";
import { memberProcedure, router } from "./trpc.ts";

const ById = z.object({ id: idSchema("run") });

export const runsRouter = router({
  list: memberProcedure.input(ListRunsInput).query(({ ctx, input }) => listRuns(ctx.services, input)),
  get: memberProcedure.input(ById).query(({ ctx, input }) => getRun(ctx.services, input.id)),
  find: memberProcedure
    .input(z.object({ text: z.string().max(200) }))
    .query(({ ctx, input }) => ({ id: findRun(ctx.services, input.text).id })),
  log: memberProcedure.input(LogInput).query(({ ctx, input }) => readLog(ctx.services, input)),
  groups: memberProcedure
    .input(z.object({ id: idSchema("run"), trainStep: z.number().int().min(0).nullable() }))
    .query(({ ctx, input }) => groupSample(ctx.services, input.id, input.trainStep)),
  plan: memberProcedure.input(PlanInput).query(({ ctx, input }) => planLaunch(ctx.services, input)),
  launch: memberProcedure.input(LaunchInput).mutation(({ ctx, input }) => launchRuns(ctx.services, input)),
  stop: memberProcedure.input(ById).mutation(({ ctx, input }) => stopRun(ctx.services, input.id)),
});
