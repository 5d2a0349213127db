import { EndSessionsInput } from "../contracts/housekeeping/settings.ts";
import { endSessions, listSessions } from "../services/sessions/list.ts";
import { memberProcedure, router } from "./trpc.ts";

/** Who is logged in, the operator's token, and backups. */
export const settingsRouter = router({
  sessions: memberProcedure.query(({ ctx }) => listSessions(ctx.services)),
  endSessions: memberProcedure
    .input(EndSessionsInput)
    .mutation(({ ctx, input }) => endSessions(ctx.services, input)),
  renewOperatorToken: memberProcedure.mutation(({ ctx }) => ctx.doors.keeper.renewOperatorToken()),
  backups: memberProcedure.query(({ ctx }) => ctx.doors.keeper.listBackups()),
  backUp: memberProcedure.mutation(({ ctx }) => ctx.doors.keeper.backUp()),
});
