import type { GpuState } from "../../protocol/machine/machine.ts";
import { z } from "zod";
import type { MachineMean, MachineState } from "../../protocol/machine/machine.ts";
import { gpuMetric, MACHINE_AXIS, type MachineMetricName } from "../../protocol/machine/machine-metrics.ts";
import type { PointsColumns } from "../../protocol/points.ts";
import type { Client } from "../calls/client.ts";
import type { TrainerUsage } from "../executors/executor.ts";

/** A training that is under way here. */
export interface LiveTraining {
  attemptId: string;
  token: string;
  startedAt: number;
  /** So long earlier attempts of its run ran, ms. */
  ranMs: number;
  gpus: readonly string[];
  usage: () => TrainerUsage;
}

interface Waiting {
  x: number;
  at: number;
  values: Record<string, number>;
}

interface Sent {
  /** Who numbers the points: this worker process, for this attempt. */
  source: string;
  nextSeq: number;
  rows: Waiting[];
  /** A request is under way. */
  busy: boolean;
  /** The server takes no more points of the attempt. */
  refused: boolean;
  last: { at: number; cpuSeconds: number } | null;
}

/** Rows of an attempt that wait for a server that does not answer; the oldest go first, since the training's own come before. */
const MOST_ROWS = 360;
const ROWS_PER_BODY = 60;
const GIB = 2 ** 30;
const MIB_PER_GIB = 1024;

const PointsAnswer = z.object({ ackSeq: z.number().int() });

/** System series of the trainings of a worker, sent over the wire of points with the token of their attempt. */
export class RunSeries {
  private readonly client: Client;
  private readonly sourceName: string;
  private readonly attempts = new Map<string, Sent>();

  /** `startedAt` and the pid tell the numbering of this process from that of one before it. */
  constructor(client: Client, startedAt: number) {
    this.client = client;
    this.sourceName = `machine-${startedAt}-${process.pid}`;
  }

  /** Adds a mean to the series of every training that ran all along, and sends what waits. */
  add(mean: MachineMean, { gpus }: MachineState, trainings: readonly LiveTraining[]): void {
    const alive = new Set(trainings.map(({ attemptId }) => attemptId));
    for (const id of this.attempts.keys()) if (!alive.has(id)) this.attempts.delete(id);
    for (const training of trainings) {
      const usage = training.usage();
      if (!usage.alive) continue;
      const sent = this.of(training.attemptId);
      if (sent.refused) continue;
      const own = ownValues(usage, sent.last, mean.at);
      sent.last = usage.cpuSeconds === null ? null : { at: mean.at, cpuSeconds: usage.cpuSeconds };
      const values = { ...machineValues(mean), ...own, ...gpuValues(mean, training, gpus) };
      const x = (training.ranMs + Math.max(0, mean.at - training.startedAt)) / 1000;
      sent.rows = [...sent.rows, { x, at: mean.at, values }].slice(-MOST_ROWS);
      void this.send(training, sent);
    }
  }

  private of(attemptId: string): Sent {
    const known = this.attempts.get(attemptId);
    if (known) return known;
    const sent = { source: this.sourceName, nextSeq: 1, rows: [], busy: false, refused: false, last: null };
    this.attempts.set(attemptId, sent);
    return sent;
  }

  /** One try: what is not taken now is sent with the next mean. */
  private async send({ attemptId, token }: LiveTraining, sent: Sent): Promise<void> {
    if (sent.busy) return;
    sent.busy = true;
    try {
      const rows = sent.rows.slice(0, ROWS_PER_BODY);
      const series = columnsOf(rows);
      const points = series.reduce((sum, { x }) => sum + x.length, 0);
      const query = `source=${sent.source}&firstSeq=${sent.nextSeq}`;
      const outcome = await this.client.once({
        path: `attempts/${attemptId}/points?${query}`,
        token,
        body: JSON.stringify({ series }),
        answer: PointsAnswer,
      });
      if (outcome.kind === "ok") {
        sent.nextSeq += points;
        sent.rows = sent.rows.filter((row) => !rows.includes(row));
      } else if (outcome.kind === "gap") sent.nextSeq = outcome.ackSeq + 1;
      else if (outcome.kind === "fenced" || outcome.kind === "refused") sent.refused = true;
    } finally {
      sent.busy = false;
    }
  }
}

function columnsOf(rows: readonly Waiting[]): PointsColumns["series"] {
  const metrics = new Set(rows.flatMap(({ values }) => Object.keys(values)));
  return [...metrics].map((metric) => {
    const its = rows.filter(({ values }) => metric in values);
    return {
      metric,
      axis: MACHINE_AXIS,
      x: its.map(({ x }) => x),
      value: its.map(({ values }) => values[metric]),
      at: its.map(({ at }) => at),
    };
  });
}

/** What was measured; what was not has no point. */
function measured(values: Record<string, number | null>): Record<string, number> {
  const kept = Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== null);
  return Object.fromEntries(kept);
}

const times = (value: number | null, factor: number): number | null =>
  value === null ? null : value * factor;

function machineValues(mean: MachineMean): Record<string, number> {
  return measured({
    "machine.cpu": mean.cpuShare,
    "machine.memory": mean.memoryShare,
    "machine.disk_free": times(mean.diskFreeBytes, 1 / GIB),
    "machine.received": times(mean.receivedBytesPerSecond, 1e-6),
    "machine.sent": times(mean.sentBytesPerSecond, 1e-6),
  } satisfies Partial<Record<MachineMetricName, number | null>>);
}

function ownValues(usage: TrainerUsage, last: Sent["last"], at: number): Record<string, number> {
  const seconds = last ? (at - last.at) / 1000 : 0;
  const cpu = last && usage.cpuSeconds !== null && seconds > 0 ? usage.cpuSeconds - last.cpuSeconds : null;
  return measured({
    "machine.own_cpu": cpu === null ? null : Math.max(0, cpu) / seconds,
    "machine.own_memory": times(usage.rssMiB, 1 / MIB_PER_GIB),
  } satisfies Partial<Record<MachineMetricName, number | null>>);
}

function gpuValues(
  mean: MachineMean,
  { attemptId, gpus: uuids }: Pick<LiveTraining, "attemptId" | "gpus">,
  states: readonly GpuState[],
): Record<string, number> {
  const entries = mean.gpus.flatMap((gpu) => {
    const state = states.find(({ uuid }) => uuid === gpu.uuid);
    if (!state || !uuids.includes(gpu.uuid)) return [];
    const { index, memoryTotalMiB: total, processes } = state;
    const own = processes.flatMap((one) => (one.attemptId === attemptId ? (one.memoryMiB ?? []) : []));
    return [
      [gpuMetric(index, "gpu"), times(gpu.busyShare, 100)],
      [gpuMetric(index, "memory_used"), times(gpu.memoryUsedMiB, 1 / MIB_PER_GIB)],
      [gpuMetric(index, "own_memory"), own.length === 0 ? null : own.reduce((a, b) => a + b) / MIB_PER_GIB],
      [gpuMetric(index, "memoryAllocated"), total ? times(gpu.memoryUsedMiB, 100 / total) : null],
      [gpuMetric(index, "powerWatts"), gpu.powerWatts],
      [gpuMetric(index, "temp"), gpu.celsius],
      [gpuMetric(index, "slowed"), gpu.slowedShare],
    ] as [string, number | null][];
  });
  return measured(Object.fromEntries(entries));
}
