import type { Rollout } from "../../contracts/outside/verbs.ts";
import { commit } from "../context.ts";
import { started } from "../testing.ts";
import { keepRollouts } from "./keep.ts";

/** A completion of a group of the prompt "What is 6 times 7?", which says "It is 42." and has reward 1. */
export function rollout(more: Partial<Rollout> & { says?: string; asks?: string } = {}): Rollout {
  const { says = "It is 42.", asks = "What is 6 times 7?", ...rest } = more;
  return {
    step: 1,
    group: "six-seven",
    place: 0,
    prompt: [{ role: "user", text: asks }],
    completion: [{ role: "assistant", text: says }],
    rewards: {},
    reward: 1,
    advantage: null,
    length: null,
    truncated: null,
    stopReason: null,
    epoch: null,
    phase: "train",
    extra: {},
    ...rest,
  };
}

/** A run under way, and a way to send completions of it. */
export function rolloutWorld() {
  const { world, attempt, worker } = started();
  const { attemptId, runId } = attempt;
  const keep = (...rollouts: Rollout[]) =>
    commit(world.ctx, (scope) => keepRollouts(scope, { id: attemptId, runId }, rollouts, world.clock.now));
  return { world, ctx: world.ctx, db: world.ctx.db, attempt, worker, runId, attemptId, keep };
}
