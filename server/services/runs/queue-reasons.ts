import { selectUnmetInputs } from "#db/queries/inputs.ts";
import { selectQueue } from "#db/queries/runs.ts";
import { selectLiveAttemptsOfWorker } from "#db/queries/attempts.ts";
import { selectWorkers } from "#db/queries/workers.ts";
import type { ServiceContext } from "../context.ts";
import { isOnline } from "../workers/list.ts";
import { ordinal } from "../../wording/counts.ts";

/** Names the runs whose output is not there yet. */
function waitsFor(missing: ReturnType<typeof selectUnmetInputs>): string {
  const sources = missing.map(({ input, source }) => {
    const state = source ? source.state : "deleted";
    return `the ${input.kind} of ${input.fromName} (${state})`;
  });
  return `waits for ${[...new Set(sources)].join(" and ")}`;
}

/** For every queued run, one sentence that says what it waits for. */
export function queueReasons(ctx: ServiceContext): Map<string, string> {
  const online = selectWorkers(ctx.db).filter((w) => isOnline(ctx, w) && !w.draining);
  const free = online.map((w) => ({
    worker: w,
    slots: w.slots - selectLiveAttemptsOfWorker(ctx.db, w.id).length,
  }));
  const reasons = new Map<string, string>();
  const unmet = Map.groupBy(selectUnmetInputs(ctx.db), ({ input }) => input.runId);
  selectQueue(ctx.db).forEach((run, i) => {
    const missing = unmet.get(run.id);
    if (missing) {
      reasons.set(run.id, waitsFor(missing));
      return;
    }
    const able = free.filter(({ worker }) =>
      worker.recipes.some((r) => r.slug === run.recipe && r.version === run.recipeVersion),
    );
    const place = `${ordinal(i + 1)} in line`;
    if (online.length === 0)
      reasons.set(run.id, "waits for a worker: none is connected. Start one with npx ablab worker.");
    else if (able.length === 0)
      reasons.set(
        run.id,
        `waits for a worker that has recipe ${run.recipe} ${run.recipeVersion}; none connected has it.`,
      );
    else if (able.every(({ slots }) => slots <= 0)) {
      const names = able.map(({ worker }) => worker.name).join(", ");
      reasons.set(run.id, `waits for a free slot on ${names}, ${place}`);
    } else reasons.set(run.id, `about to be given out, ${place}`);
  });
  return reasons;
}
