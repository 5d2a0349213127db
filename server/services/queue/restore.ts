import { type QueueAnswer, RestoreInput } from "../../contracts/queue/queue.ts";
import { prune } from "../../contracts/queue/arrange.ts";
import type { ServiceContext } from "../context.ts";
import { changeQueue } from "./change.ts";

/** Takes back a change of the queue, where nothing was changed after it. What has started since stays as it is. */
export function restoreQueue(ctx: ServiceContext, rawInput: RestoreInput): QueueAnswer {
  const { version, was } = RestoreInput.parse(rawInput);
  return changeQueue(ctx, version, ({ byLaunch }) => ({
    told: prune(byLaunch, was),
    sentence: "The queue is as it was before.",
  }));
}
