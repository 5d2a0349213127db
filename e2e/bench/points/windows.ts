import type { WindowQuestion } from "../../../server/contracts/charts/series.ts";
import { mulberry32 } from "../../../workers/math/rng.ts";
import { atLeast, atMost, quantile, type Figure, type Measurement } from "../figure.ts";
import { PEERS } from "../peers.ts";
import { SEED, xOf, type GeneratedSeries } from "./point-generator.ts";
import { COMPARED } from "./point-plan.ts";
import type { FilledRun, PointWorld } from "./point-world.ts";
import { cpuSecondsOf } from "./process-cpu.ts";
import { spikesDrawn } from "./spikes.ts";
import { windowClient, type WindowClient } from "./window-client.ts";

const BUCKETS = 1000;
const COLD = 200;
const WARM = 600;
const COMPARISONS = 25;

interface Place {
  run: FilledRun;
  series: GeneratedSeries;
}

/** A part of a series between random bounds: from a thousandth of it to all of it, each scale as likely. */
function randomWindow({ run, series }: Place, random: () => number): WindowQuestion {
  const width = Math.max(2, Math.floor(series.points * 10 ** (-3 * random())));
  const start = Math.floor(random() * (series.points - width + 1));
  return {
    runIds: [run.runId],
    metrics: [series.metric],
    from: xOf(series, start),
    to: xOf(series, start + width - 1),
    buckets: BUCKETS,
  };
}

const placesOf = (runs: readonly FilledRun[]): Place[] =>
  runs.flatMap((run) => run.series.map((series) => ({ run, series })));

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

async function timesOf(client: WindowClient, questions: readonly WindowQuestion[]): Promise<number[]> {
  const times: number[] = [];
  for (const question of questions) times.push((await client.ask(question)).ms);
  return times;
}

function speedFigures(name: string, times: readonly number[], note: string): Figure[] {
  return [
    {
      name: `${name}, p50`,
      measured: quantile(times, 0.5),
      unit: "ms",
      target: atMost(5),
      peer: PEERS.window,
      note,
    },
    {
      name: `${name}, p99`,
      measured: quantile(times, 0.99),
      unit: "ms",
      target: atMost(20),
      peer: PEERS.windowP99,
      note: `longest ${Math.max(...times).toFixed(1)} ms`,
    },
  ];
}

async function comparison(client: WindowClient, world: PointWorld, serverPid: number): Promise<Figure> {
  const question = {
    runIds: world.runs.compare.map(({ runId }) => runId),
    metrics: [COMPARED.metric],
    buckets: BUCKETS,
    columns: "drawn" as const,
  };
  const first = await client.ask(question);
  const windows = first.windows();
  const complete = windows.filter(({ total }) => total === COMPARED.points).length;
  const before = cpuSecondsOf(serverPid);
  const times = await timesOf(
    client,
    Array.from({ length: COMPARISONS }, () => question),
  );
  const cpu = ((cpuSecondsOf(serverPid) - before) * 1000) / COMPARISONS;
  return {
    name: `${COMPARED.runs} runs x ${COMPARED.points / 1000} k points in one call, p50`,
    measured: quantile(times, 0.5),
    unit: "ms",
    target: atMost(60),
    peer: PEERS.hundredRuns,
    note: `${COMPARISONS} calls, first ${first.ms.toFixed(0)} ms, p99 ${quantile(times, 0.99)?.toFixed(0)} ms, ${cpu.toFixed(0)} ms of server CPU each; ${complete} of ${COMPARED.runs} series whole, at most ${Math.max(...windows.map(({ x0 }) => x0.length))} buckets, ${(first.bytes / 1e6).toFixed(1)} MB`,
  };
}

export const windows: Measurement = {
  name: "windows",
  async measure(world) {
    const points = await world.points();
    await points.stop();
    const bench = await points.bench();
    const client = windowClient(bench);
    const random = mulberry32(SEED);
    const wide = placesOf([...points.runs["wide-json"], ...points.runs["wide-binary"]]);
    const [long] = placesOf(points.runs.long);
    try {
      // The door itself is opened before, so that the first touch of points is timed and not that of tRPC.
      await bench.query("bench.recipes", undefined);
      const fresh = [long, ...shuffled(wide, random).slice(0, COLD - 1)];
      const cold = await timesOf(
        client,
        fresh.map((place) => randomWindow(place, random)),
      );
      const before = cpuSecondsOf(bench.serverPid);
      const warm = await timesOf(
        client,
        Array.from({ length: WARM }, (_, i) =>
          randomWindow(i % 5 === 0 ? long : wide[Math.floor(random() * wide.length)], random),
        ),
      );
      const cpu = ((cpuSecondsOf(bench.serverPid) - before) * 1000) / WARM;
      const whole = { runIds: [long.run.runId], metrics: [long.series.metric], buckets: BUCKETS };
      const wholes = await timesOf(
        client,
        Array.from({ length: 20 }, () => whole),
      );
      const compared = await comparison(client, points, bench.serverPid);
      const spikes = await spikesDrawn(client, [
        ...points.runs["wide-json"],
        ...points.runs["wide-binary"],
        ...points.runs.compare,
        ...points.runs.long,
      ]);
      return [
        ...speedFigures(
          "any window, first touch",
          cold,
          `${COLD} series, each for the first time since the server started, random bounds, ${BUCKETS} buckets; files in the system's cache`,
        ),
        ...speedFigures(
          "any window, warm",
          warm,
          `${WARM} random windows of 1,001 series, every fifth of the long one, ${BUCKETS} buckets; ${cpu.toFixed(1)} ms of server CPU each`,
        ),
        {
          name: "all of the long series, p50",
          measured: quantile(wholes, 0.5),
          unit: "ms",
          target: null,
          note: `${(long.series.points / 1e6).toFixed(1)} M points in ${BUCKETS} buckets, 20 calls, longest ${Math.max(...wholes).toFixed(1)} ms`,
        },
        compared,
        {
          name: "spikes of one point that are drawn",
          measured: (100 * spikes.drawn) / spikes.planted,
          unit: "%",
          target: atLeast(100),
          peer: PEERS.spikes,
          note: `${spikes.drawn} of ${spikes.planted} inside min and max of their bucket, whole series in ${BUCKETS} buckets`,
        },
      ];
    } finally {
      client.close();
    }
  },
};
