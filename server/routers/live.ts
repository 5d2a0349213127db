import { tracked } from "@trpc/server";
import { z } from "zod";
import { liveTicks } from "../services/series/live-ticks.ts";
import { memberProcedure, router } from "./trpc.ts";

export const liveRouter = router({
  /** "Something changed", by topic. The id is a durable row id: a browser that reconnects resumes after it. */
  ticks: memberProcedure
    .input(z.object({ lastEventId: z.string().max(20).nullish() }).optional())
    .subscription(async function* ({ ctx, input, signal }) {
      const last = Number(input?.lastEventId ?? Number.NaN);
      const until = signal ?? new AbortController().signal;
      for await (const tick of liveTicks(ctx.services, Number.isSafeInteger(last) ? last : null, until)) {
        yield tracked(String(tick.id), tick.topics);
      }
    }),
});
