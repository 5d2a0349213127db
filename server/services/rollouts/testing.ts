import type { Rollout } from "../../contracts/external/verbs.ts";
import { commit } from "../context.ts";
import { started, type World } from "../testing.ts";
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

const sender =
  (world: World, attempt: { id: string; runId: string }) =>
  (...rollouts: Rollout[]) =>
    commit(world.ctx, (scope) => keepRollouts(scope, attempt, rollouts, world.clock.now));

/** A run under way, and a way to send completions of it. */
export function rolloutWorld() {
  const { world, attempt, worker } = started();
  const { attemptId, runId } = attempt;
  const keep = sender(world, { id: attemptId, runId });
  return { world, ctx: world.ctx, db: world.ctx.db, attempt, worker, runId, attemptId, keep };
}

/** A second attempt of the run of such a world, and a way to send completions of that. */
export function resumed({ world, runId, attemptId }: ReturnType<typeof rolloutWorld>) {
  const id = "att_0000000000000002";
  const insert = world.ctx.db.$client.prepare(
    `insert into attempts (id, run_id, n, worker_id, fence, token_hash, state, claimed_at, last_seen_at)
      select ?, run_id, 2, worker_id, 1, 'x', 'finished', 1, 1 from attempts where id = ?`,
  );
  insert.run(id, attemptId);
  return { attemptId: id, keep: sender(world, { id, runId }) };
}
