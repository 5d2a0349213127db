import { PauseInput, type QueueAnswer } from "../../contracts/queue/queue.ts";
import { countOf } from "../../wording/counts.ts";
import { actorName, type ServiceContext } from "../context.ts";
import { changeQueue } from "./change.ts";

/** From now on nothing is given out but what is to run now, or things are given out again. What trains is left alone. */
export function pauseQueue(ctx: ServiceContext, rawInput: PauseInput): QueueAnswer {
  const { paused, version } = PauseInput.parse(rawInput);
  return changeQueue(ctx, version, ({ told, byLaunch }) => {
    const waiting =
      byLaunch.length === 0 ? "The queue is empty" : countOf(byLaunch.length, "run waits", "runs wait");
    if (paused)
      return {
        told: { ...told, paused: told.paused ?? { at: ctx.now(), by: actorName(ctx.actor) } },
        message: `The queue is paused: nothing new starts. ${waiting}; what trains goes on.`,
      };
    return { told: { ...told, paused: null }, message: `The queue goes on. ${waiting}.` };
  });
}
