import { selectWaiting, updateQueueOrder } from "#db/queries/queue/queue-order.ts";
import { selectRun } from "#db/queries/runs.ts";
import { prune } from "../../contracts/queue/arrange.ts";
import type { QueueAnswer, QueueOrder } from "../../contracts/queue/queue.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext, type WriteScope } from "../context.ts";

/** What a change sees of the queue. */
export interface SeenQueue {
  scope: WriteScope;
  told: QueueOrder;
  /** All that wait, by launch. */
  byLaunch: { id: string; name: string }[];
}

interface Changed {
  told: QueueOrder;
  message: string;
  /** Said instead where nothing is otherwise after it. */
  same?: string;
}

/**
 * Changes the order of the queue in one transaction, on top of the version that was seen. Refused where somebody else changed it
 * since: their move and this one would both be half right.
 */
export function changeQueue(
  ctx: ServiceContext,
  seen: number | undefined,
  change: (queue: SeenQueue) => Changed,
): QueueAnswer {
  return commit(ctx, (scope) => {
    const { version, told, byLaunch } = selectWaiting(scope.db);
    if (seen !== undefined && seen !== version)
      throw new ServiceError(
        "conflict",
        "Somebody else has changed the queue meanwhile; nothing of yours was changed. Look at its order, and do it again.",
        { field: "version" },
      );
    const was = prune(byLaunch, told);
    const { told: wanted, message, same = "It is so already." } = change({ scope, told: was, byLaunch });
    const isSame = JSON.stringify(wanted) === JSON.stringify(was);
    if (isSame) return { version, changed: false, message: same, undo: { version, was } };
    const by = { by: actorName(ctx.actor), at: ctx.now() };
    if (!updateQueueOrder(scope.db, version, wanted, by))
      throw new ServiceError("conflict", "The queue has just changed. Look again.", { field: "version" });
    scope.touch(topics.runs, topics.workers);
    return { version: version + 1, changed: true, message, undo: { version: version + 1, was } };
  });
}

/** A run that waits, by its id; a refusal that says what it does where it does not wait. */
export function requireQueued({ scope, byLaunch }: SeenQueue, id: string): { id: string; name: string } {
  const found = byLaunch.find((run) => run.id === id);
  if (found) return found;
  const run = selectRun(scope.db, id);
  throw run
    ? new ServiceError("conflict", `${run.name} does not wait in the queue any more: it is ${run.state}.`)
    : new ServiceError("not_found", `There is no run ${id}.`);
}
