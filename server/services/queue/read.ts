import { selectWaiting } from "#db/queries/queue/queue-order.ts";
import { selectRunPageByIds } from "#db/queries/runs.ts";
import { priorityOf } from "../../contracts/queue/arrange.ts";
import { MOST_QUEUED } from "../../contracts/queue/priorities.ts";
import type { Queue } from "../../contracts/queue/queue.ts";
import type { ServiceContext } from "../context.ts";
import { projectName } from "../projects/find.ts";
import { whyWords } from "../runs/why-words.ts";

/** What waits, in the order in which it is given out, with what each waits for. */
export function readQueue(ctx: ServiceContext): Queue {
  const { version, told, inOrder } = selectWaiting(ctx.db);
  const rows = selectRunPageByIds(
    ctx.db,
    inOrder.slice(0, MOST_QUEUED).map(({ id }) => id),
  );
  const why = whyWords(ctx, rows);
  return {
    version,
    paused: told.paused,
    total: inOrder.length,
    runs: rows.map(({ run, experiment }) => ({
      runId: run.id,
      name: run.name,
      experiment,
      experimentId: run.experimentId,
      project: projectName(ctx, run.projectId),
      recipe: run.recipe,
      queuedAt: run.queuedAt,
      priority: priorityOf(told, run.id),
      why: why.get(run.id) ?? "",
    })),
  };
}
