import { tracked } from "@trpc/server";
import { z } from "zod";
import { liveTicks, tickBefore } from "../services/live/live-ticks.ts";
import { memberProcedure, router } from "./trpc.ts";

export const liveRouter = router({
  /** Behind which tick a page that is being read now must follow. */
  start: memberProcedure.query(({ ctx }) => tickBefore(ctx.services)),
  /** "Something changed", by topic, and which runs got points. The id is a durable row id: a browser that reconnects resumes after it. */
  ticks: memberProcedure
    .input(z.object({ lastEventId: z.string().max(20).nullish() }).optional())
    .subscription(async function* ({ ctx, input, signal }) {
      const last = Number(input?.lastEventId ?? Number.NaN);
      const until = signal ?? new AbortController().signal;
      for await (const tick of liveTicks(ctx.services, Number.isSafeInteger(last) ? last : null, until)) {
        const { id, topics, advanced } = tick;
        yield tracked(String(id), { topics, advanced });
      }
    }),
});
