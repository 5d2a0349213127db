import { type QueueAnswer, RestoreInput } from "../../contracts/queue/queue.ts";
import { prune } from "../../contracts/queue/arrange.ts";
import { actorName, type ServiceContext } from "../context.ts";
import { changeQueue } from "./change.ts";

/** Takes back a change of the queue, where nothing was changed after it. What has started since stays as it is. */
export function restoreQueue(ctx: ServiceContext, rawInput: RestoreInput): QueueAnswer {
  const { version, was } = RestoreInput.parse(rawInput);
  return changeQueue(ctx, version, ({ told, byLaunch }) => {
    // What came over the wire says whether it was paused; who paused it now, and when, is known here.
    const paused = was.paused && (told.paused ?? { at: ctx.now(), by: actorName(ctx.actor) });
    return {
      told: prune(byLaunch, { ...was, paused }),
      message: "The queue is as it was before.",
      same: "Nothing was taken back: what was moved waits no more.",
    };
  });
}
