import { selectTakenSlots } from "#db/queries/attempts.ts";
import { selectFolderWorkers, selectUnmetInputs } from "#db/queries/inputs.ts";
import { type selectQueue, selectWaiting } from "#db/queries/queue/queue-order.ts";
import { selectWorkers, type WorkerRecord } from "#db/queries/workers.ts";
import { canStart } from "../../../contracts/queue/arrange.ts";
import { countOf, listAnd, ordinal, plural } from "../../../wording/counts.ts";
import { writeMinute } from "../../../wording/times.ts";
import type { ServiceContext } from "../../context.ts";
import { canPlace } from "../../executors/engines.ts";
import { gpuWish, isOnCpuOf } from "../../machine/give-gpus.ts";
import { gpuWaits } from "../../machine/gpu-waits.ts";
import { changedOffer } from "../../recipes/book.ts";
import { isOnline } from "../../workers/list.ts";
import { expectedDurations } from "./expected-duration.ts";
import { type ExpectedStart, expectedStarts } from "./expected-starts.ts";

type QueueRow = ReturnType<typeof selectQueue>[number];

/** Names the runs whose output is not there yet. */
function waitsFor(missing: ReturnType<typeof selectUnmetInputs>): string {
  const sources = missing.map(({ input, source }) => {
    const state = source ? source.state : "deleted";
    return `the ${input.kind === "folder" ? "last checkpoint" : input.kind} of ${input.fromName} (${state})`;
  });
  return `waits for ${[...new Set(sources)].join(" and ")}`;
}

/** What a run waits for where no worker takes runs: some may be drained. */
function withoutWorkers(drained: readonly { name: string }[]): string {
  if (drained.length === 0) return "waits for a worker: none is connected. Start one with npx ablab worker.";
  const names = listAnd(drained.map(({ name }) => name));
  return `waits for a worker: ${names} ${plural(drained.length, "is", "are")} drained. Let ${plural(drained.length, "it", "one")} take runs again, or start another one.`;
}

/** Why a run waits, and which workers could take it if it did not; none where it waits for another worker. */
interface Reason {
  words: string;
  on: readonly WorkerRecord[];
  /** It waits for nothing but its turn. */
  isForSlot: boolean;
}

const waits = (words: string, on: readonly WorkerRecord[] = []): Reason => ({ words, on, isForSlot: false });

/** Answers, asked in the order of the queue, why a run waits. */
function reasonsIn(ctx: ServiceContext, taken: ReadonlyMap<string, unknown[]>) {
  const known = selectWorkers(ctx.db);
  const online = known.filter((w) => isOnline(ctx, w) && !w.draining);
  const nameOf = (id: string) => known.find((worker) => worker.id === id)?.name ?? "that is gone";
  const isHere = (id: string) => online.some((worker) => worker.id === id);
  const waitsForGpus = gpuWaits(ctx.db);
  const unmet = Map.groupBy(selectUnmetInputs(ctx.db), ({ input }) => input.runId);
  const folders = selectFolderWorkers(ctx.db);
  return (run: QueueRow, place: string): Reason => {
    const holder = folders.get(run.id) ?? null;
    const able = online.filter(
      (worker) =>
        (run.next?.workerId ?? holder ?? worker.id) === worker.id &&
        canPlace(worker, run) &&
        worker.recipes.some((r) => r.slug === run.recipe && r.version === run.recipeVersion),
    );
    const missing = unmet.get(run.id);
    if (missing) return waits(waitsFor(missing), able);
    if (run.next?.workerId && !isHere(run.next.workerId))
      return waits(
        `waits for worker ${nameOf(run.next.workerId)}, which has its checkpoint and is not connected. Stop it and retry it from the start to run it elsewhere.`,
      );
    if (holder !== null && !isHere(holder))
      return waits(
        `waits for worker ${nameOf(holder)}, which has the checkpoint that it takes and is not connected`,
      );
    if (online.length === 0) return waits(withoutWorkers(known.filter((w) => isOnline(ctx, w))));
    const offers = online.flatMap(({ recipes }) => recipes);
    const changed = able.length > 0 ? null : changedOffer(ctx.db, run, offers);
    if (changed)
      return waits(
        `waits: ${run.recipe} has changed in ${changed.folder} since this run was launched. Put it back there, or stop this run and launch what is there now.`,
      );
    if (run.limits?.slurm !== undefined && !online.some((worker) => canPlace(worker, run)))
      return waits(
        "waits for a worker on a Slurm cluster: none is connected. Start one there with npx ablab worker --executor slurm.",
      );
    if (able.length === 0)
      return waits(
        `waits for a worker that has recipe ${run.recipe} ${run.recipeVersion}; none connected has it.`,
      );
    // An engine has a queue of its own, and a GPU may be held for longer than a slot.
    const wish = gpuWish(ctx.db, run);
    const isForSlot = able.every((worker) => worker.engine === null && isOnCpuOf(ctx.db, worker, wish));
    const free = able.filter(({ id, slots }) => slots > (taken.get(id)?.length ?? 0));
    if (free.length > 0) {
      const forGpus = waitsForGpus(run, free);
      return { words: forGpus ?? `about to be given out, ${place}`, on: able, isForSlot };
    }
    const names = able.map(({ name }) => name).join(", ");
    return { words: `waits for a free slot on ${names}, ${place}`, on: able, isForSlot };
  };
}

/** When queued runs get a slot, as far as runs of the same recipes that finished here tell. */
function startsOf(
  ctx: ServiceContext,
  queue: readonly QueueRow[],
  reasons: ReadonlyMap<string, Reason>,
  taken: ReadonlyMap<string, ReturnType<typeof selectTakenSlots>>,
): Map<string, ExpectedStart> {
  const workers = new Map([...reasons.values()].flatMap(({ on }) => on.map((worker) => [worker.id, worker])));
  return expectedStarts(
    ctx.now(),
    queue.map(({ id, recipe, episodes }) => {
      const { on = [], isForSlot = false } = reasons.get(id) ?? {};
      return { id, recipe, episodes, on: on.map((worker) => worker.id), isForSlot };
    }),
    [...workers.values()].map(({ id, slots }) => ({ id, slots, running: taken.get(id) ?? [] })),
    expectedDurations(ctx),
  );
}

function startWords({ at, by }: ExpectedStart, now: number): string {
  const counted = by.map(({ recipe, n }) => `the last ${countOf(n, "finished run")} of ${recipe}`);
  return `; expected to start about ${writeMinute(at, now)}, by the median duration of ${listAnd(counted)}`;
}

/** For every queued run, one sentence that says what it waits for, and where it is known when it starts. */
export function queueReasons(ctx: ServiceContext): Map<string, string> {
  const { inOrder: queue, told } = selectWaiting(ctx.db);
  const taken = Map.groupBy(selectTakenSlots(ctx.db), ({ workerId }) => workerId);
  const reasonOf = reasonsIn(ctx, taken);
  const paused = `waits: ${told.paused?.by ?? "somebody"} paused the queue`;
  const reasons = new Map(
    queue.map((run, i) => {
      const place = `${ordinal(i + 1)} in line`;
      return [run.id, canStart(told, run.id) ? reasonOf(run, place) : waits(`${paused}, ${place}`)];
    }),
  );
  const starts = startsOf(ctx, queue, reasons, taken);
  return new Map(
    [...reasons].map(([id, { words }]) => {
      const start = starts.get(id);
      return [id, start ? `${words}${startWords(start, ctx.now())}` : words];
    }),
  );
}
