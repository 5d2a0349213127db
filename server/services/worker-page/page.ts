import { selectLiveAttemptsOfWorker } from "#db/queries/attempts.ts";
import { selectStuckFolders } from "#db/queries/deletion/left-folders.ts";
import { selectMeans, selectWorker } from "#db/queries/machine/means.ts";
import { selectQueue } from "#db/queries/queue/queue-order.ts";
import { selectRunPageById } from "#db/queries/runs.ts";
import type { WorkerRecord } from "#db/queries/workers.ts";
import type { GpuRow, WorkerPage, WorkerPageInput } from "../../contracts/machine/worker-page.ts";
import { ServiceError } from "../../errors.ts";
import { countOf, listAnd, listFirst, plural, writeCount, writeOf } from "../../wording/counts.ts";
import { writeDuration } from "../../wording/times.ts";
import { AGAIN_MS } from "../attempts/retention/left-folders.ts";
import { beginSentence } from "../../wording/typography.ts";
import type { ServiceContext } from "../context.ts";
import { whyWords } from "../runs/why-words.ts";
import { listWorkers } from "../workers/list.ts";
import { MeanBook } from "./lines.ts";
import { type BookedGpu, gpuBook } from "../machine/gpu-book.ts";
import { keeperWords, processWords } from "../machine/gpu-words.ts";
import { gpuWish } from "../machine/give-gpus.ts";

const HOUR_MS = 3_600_000;
const LEAST_SHOWN_MS = 10 * 60_000;

function useOf({ verdict, holders }: BookedGpu): GpuRow["use"] {
  if (verdict.is === "gone" || verdict.is === "mig") return "out";
  if (verdict.is === "memory") return "foreign";
  if (holders.length > 0) return "ours";
  return verdict.is === "foreign" ? "foreign" : "free";
}

function gpuRow(booked: BookedGpu, means: MeanBook): GpuRow {
  const { gpu, holders, verdict } = booked;
  const { processes: _all, heldBy: _ids, goneSince: _since, slowedBy, ...facts } = gpu;
  const foreign = verdict.is === "foreign" && holders.length > 0 ? verdict.processes : [];
  // What was read before it vanished is no reading of now.
  const lost = { busyShare: null, memoryUsedMiB: null, powerWatts: null, celsius: null };
  return {
    ...facts,
    ...(verdict.is === "gone" && lost),
    slowedBy: verdict.is === "gone" ? [] : [...slowedBy],
    use: useOf(booked),
    holders: holders.map(({ runId, name, ended }) => ({ runId, name, ended })),
    keeper: keeperWords(booked),
    beside: foreign.length > 0 ? listAnd(foreign.map(processWords)) : null,
    ...means.gpu(gpu.uuid),
  };
}

const SLOWED_BY: Record<string, string> = {
  heat: "its temperature",
  power: "its power limit",
  hardware: "its hardware",
};

const NAMED = 3;

/** What lies on a machine of deleted runs and does not go: a person has to look at the disk. */
function stuckWords(stuck: readonly { folder: string; problem: string }[]): WorkerPage["findings"] {
  if (stuck.length === 0) return [];
  const [{ problem }] = stuck;
  const folders = listFirst(
    stuck.map(({ folder }) => `runs/${folder}`),
    NAMED,
  );
  return [
    {
      level: "warning",
      claim: `${countOf(stuck.length, "folder of a deleted run is", "folders of deleted runs are")} still on its disk.`,
      evidence: `${folders}. The worker's words: ${problem.replace(/\.$/, "")}. It tries again every ${writeDuration(AGAIN_MS)}.`,
    },
  ];
}

function findingsOf(
  gpus: readonly GpuRow[],
  problem: string | null,
  engine: WorkerRecord["engine"],
): WorkerPage["findings"] {
  return [
    ...(engine?.problems ?? []).map((evidence) => ({
      level: "warning" as const,
      claim: "Something is odd about Slurm.",
      evidence,
    })),
    ...(problem === null
      ? []
      : [
          {
            level: "warning" as const,
            claim: "nvidia-smi does not answer.",
            evidence: `Its words: ${problem}`,
          },
        ]),
    ...gpus.flatMap((gpu): WorkerPage["findings"] => {
      const name = `GPU ${String(gpu.index)}`;
      if (gpu.use === "out")
        return [
          {
            level: "warning",
            claim: gpu.mig ? `${name} is cut into instances (MIG).` : `${name} has vanished.`,
            evidence: gpu.mig
              ? "Ablab gives out whole GPUs, and the driver says no utilisation for this one."
              : "Its driver has stopped naming it. What trains on it is left alone; nothing new is put there.",
          },
        ];
      const found: WorkerPage["findings"] = [];
      if (gpu.use === "foreign")
        found.push({
          level: "warning",
          claim: `${name} is used, not by us.`,
          evidence: `${beginSentence(gpu.keeper ?? "something")}. Nothing of ours is put there.`,
        });
      if (gpu.beside !== null)
        found.push({ level: "info", claim: `Another process is on ${name}.`, evidence: gpu.beside });
      const ended = gpu.holders.filter((holder) => holder.ended);
      if (ended.length > 0)
        found.push({
          level: "info",
          claim: `${name} is not free yet.`,
          evidence: `${listAnd(ended.map((holder) => holder.name))} ended; until its process and its memory are proven gone nothing is put there.`,
        });
      if (gpu.slowedBy.length > 0)
        found.push({
          level: "warning",
          claim: `${name} slows itself.`,
          evidence: `The driver keeps its clocks down for ${listAnd(gpu.slowedBy.map((by) => SLOWED_BY[by] ?? by))}.`,
        });
      return found;
    }),
  ];
}

function sentenceOf(worker: WorkerRecord, gpus: readonly GpuRow[], waiting: number): string {
  const waits = waiting === 0 ? "Queue is empty." : `${countOf(waiting, "run waits", "runs wait")} here.`;
  const queue = worker.draining ? `${waits} It takes no new runs: somebody drains it.` : waits;
  if (worker.engine)
    return `${writeOf(worker.slots - worker.free, worker.slots, "slot")} held by jobs in Slurm, which gives out its own devices. ${queue}`;
  if (gpus.length === 0)
    return `${writeOf(worker.slots - worker.free, worker.slots, "slot")} held; it has no GPU. ${queue}`;
  const count = (use: GpuRow["use"]) => gpus.filter((gpu) => gpu.use === use).length;
  const foreign = count("foreign");
  const out = count("out");
  const free = count("free");
  const parts = [
    `${writeOf(count("ours"), gpus.length, "GPU")} ${plural(gpus.length, "is", "are")} held by runs`,
    ...(foreign > 0 ? [`${writeCount(foreign)} ${plural(foreign, "is", "are")} used by others`] : []),
    ...(out > 0 ? [`${writeCount(out)} cannot be given out`] : []),
    ...(free > 0 ? [`${writeCount(free)} ${plural(free, "is", "are")} free`] : []),
  ];
  return `${listAnd(parts)}. ${queue}`;
}

function queueOf(ctx: ServiceContext, worker: WorkerRecord): WorkerPage["queue"] {
  const can = new Set(worker.recipes.map((recipe) => `${recipe.slug}@${recipe.version}`));
  const waiting = selectQueue(ctx.db).filter((run) => can.has(`${run.recipe}@${run.recipeVersion}`));
  // What this worker has handed over waits, too, in the queue of its engine.
  const handedOver = selectLiveAttemptsOfWorker(ctx.db, worker.id).filter(
    ({ state, place }) => state === "starting" && place !== null,
  );
  const ids = [...handedOver.map(({ runId }) => runId), ...waiting.map(({ id }) => id)];
  const rows = ids.slice(0, 50).flatMap((id) => selectRunPageById(ctx.db, id) ?? []);
  const why = whyWords(ctx, rows);
  return rows.map(({ run }) => ({
    runId: run.id,
    name: run.name,
    needs: gpuWish(ctx.db, run).least,
    why: why.get(run.id) ?? "",
  }));
}

/** One machine: who holds which device, what each does, what waits, and what a person should look at. */
export function workerPage(ctx: ServiceContext, { id, hours }: WorkerPageInput): WorkerPage {
  const worker = selectWorker(ctx.db, id);
  const row = listWorkers(ctx).find((one) => one.id === id);
  if (!worker || !row)
    throw new ServiceError("not_found", `There is no worker ${id.slice(0, 80)} on this bench.`);
  const to = ctx.now();
  const kept = selectMeans(ctx.db, id, to - hours * HOUR_MS);
  // Of a young worker the lines begin where it began, or they would be a dot at the end of a void.
  const from = Math.max(to - hours * HOUR_MS, Math.min(kept[0]?.at ?? to, to - LEAST_SHOWN_MS));
  const means = new MeanBook(kept, from, to);
  const gpus = (gpuBook(ctx.db, worker) ?? []).map((booked) => gpuRow(booked, means));
  const queue = queueOf(ctx, worker);
  const { machine } = worker;
  return {
    worker: row,
    message: sentenceOf(worker, gpus, queue.length),
    from,
    to,
    lookedAt: machine?.at ?? null,
    driver: machine?.driver ?? null,
    gpuProblem: machine?.gpuProblem ?? null,
    gpuShare: machine?.gpuShare ?? 1,
    gpus,
    host: {
      cpus: machine?.cpus ?? null,
      cpuShare: machine?.cpuShare ?? null,
      memoryUsedBytes: machine?.memoryUsedBytes ?? null,
      memoryTotalBytes: machine?.memoryTotalBytes ?? null,
      diskFreeBytes: machine?.diskFreeBytes ?? null,
      receivedBytesPerSecond: machine?.receivedBytesPerSecond ?? null,
      sentBytesPerSecond: machine?.sentBytesPerSecond ?? null,
      lines: means.host(),
    },
    findings: [
      ...findingsOf(gpus, machine?.gpuProblem ?? null, worker.engine),
      ...stuckWords(selectStuckFolders(ctx.db, id)),
    ],
    engine: worker.engine,
    queue,
  };
}
