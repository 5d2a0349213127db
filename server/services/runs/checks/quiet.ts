import type { Db } from "#db/client.ts";
import { selectAttempt } from "#db/queries/attempts.ts";
import { type Stall, stallOf } from "../../../checks/health/machine/stalled.ts";
import { elapsedSince } from "../../clock.ts";
import type { ServiceContext } from "../../context.ts";

/** How far an attempt had come, and since when this server has seen it come no further. */
interface Seen {
  reached: string;
  since: number;
}

const MOST = 5000;
const seen = new WeakMap<Db["$client"], Map<string, Seen>>();

/** Whether a running attempt has logged nothing for too long, by the clock of this server. */
export function quietOf(
  ctx: ServiceContext,
  { id, state }: { id: string; state: string },
  reached: string,
  steps: number,
): Stall | null {
  const all = seen.get(ctx.db.$client) ?? new Map<string, Seen>();
  seen.set(ctx.db.$client, all);
  const known = all.get(id);
  if (state !== "running" || known?.reached !== reached) {
    if (all.size >= MOST) all.clear();
    all.set(id, { reached, since: ctx.now() });
    return null;
  }
  const forMs = elapsedSince(ctx, known.since);
  const startedAt = selectAttempt(ctx.db, id)?.startedAt;
  return startedAt == null ? null : stallOf({ since: known.since, forMs, startedAt, steps });
}
