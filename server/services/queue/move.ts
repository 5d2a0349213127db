import { arrange, moveRun, priorityOf } from "../../contracts/queue/arrange.ts";
import { MoveInput, type QueueAnswer } from "../../contracts/queue/queue.ts";
import { ordinal } from "../../wording/counts.ts";
import type { ServiceContext } from "../context.ts";
import { changeQueue, requireQueued } from "./change.ts";

/** Puts a run before another one of the queue, or behind all. */
export function moveInQueue(ctx: ServiceContext, rawInput: MoveInput): QueueAnswer {
  const { id, before, version } = MoveInput.parse(rawInput);
  return changeQueue(ctx, version, (queue) => {
    const run = requireQueued(queue, id);
    if (before !== null && before !== id) requireQueued(queue, before);
    const { byLaunch } = queue;
    const told = before === id ? queue.told : moveRun(byLaunch, queue.told, id, before);
    const place = arrange(byLaunch, told).findIndex((other) => other.id === id) + 1;
    const priority = priorityOf(told, id);
    const taken =
      priority === priorityOf(queue.told, id) ? "" : `, with priority ${priority} as its neighbors`;
    return { told, message: `${run.name} is ${ordinal(place)} of ${byLaunch.length} in line${taken}.` };
  });
}
