import { withPriority } from "../../contracts/queue/arrange.ts";
import { PriorityInput, type QueueAnswer } from "../../contracts/queue/queue.ts";
import type { ServiceContext } from "../context.ts";
import { changeQueue, requireQueued } from "./change.ts";

/** Gives a waiting run another priority; "now" lets it start as soon as a slot is free, whatever waits and though the queue is paused. */
export function prioritise(ctx: ServiceContext, rawInput: PriorityInput): QueueAnswer {
  const { id, priority, version } = PriorityInput.parse(rawInput);
  return changeQueue(ctx, version, (queue) => {
    const { name } = requireQueued(queue, id);
    const { order, priorities } = queue.told;
    return {
      told: {
        ...queue.told,
        priorities: withPriority(priorities, id, priority),
        // Last said is first: of two that are to run now, the one of this press.
        order: priority === "now" ? [id, ...order.filter((other) => other !== id)] : order,
      },
      message:
        priority === "now"
          ? `${name} starts as soon as a slot is free that can run it.`
          : `${name} has priority ${priority}.`,
    };
  });
}
