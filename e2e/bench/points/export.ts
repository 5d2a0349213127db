import { atLeast, quantile, type Measurement } from "../figure.ts";
import { memoryOf } from "../process-memory.ts";
import { checkExport } from "./export-check.ts";
import { cpuSecondsOf } from "./process-cpu.ts";
import { windowClient } from "./window-client.ts";

/** The project that runs belong to until somebody makes another. */
const PROJECT = "lp-debug";

/** A project as one Parquet file, compared with what was sent, while somebody looks at a chart. */
export const parquet: Measurement = {
  name: "export",
  async measure(world) {
    const points = await world.points();
    const bench = await points.bench();
    const client = windowClient(bench);
    const [long] = points.runs.long;
    const looks: number[] = [];
    const arrived = new AbortController();
    const before = memoryOf(bench.serverPid, "VmRSS") ?? Number.NaN;
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, memoryOf(bench.serverPid, "VmRSS") ?? 0)), 50);
    const look = async (): Promise<void> => {
      const question = { runIds: [long.runId], metrics: [long.series[0].metric], buckets: 1000 };
      while (!arrived.signal.aborted) looks.push((await client.ask(question)).ms);
    };
    try {
      const cpu = cpuSecondsOf(bench.serverPid);
      const looker = look();
      const runs = Object.values(points.runs).flat();
      const done = await checkExport(bench, PROJECT, runs, () => arrived.abort());
      await looker;
      const used = cpuSecondsOf(bench.serverPid) - cpu;
      const planned = runs.reduce((sum, { series }) => sum + series.length, 0);
      return [
        {
          name: "exported series equal to what was sent, by hash",
          measured: (100 * done.equal) / planned,
          unit: "%",
          target: atLeast(100),
          note: `${done.equal} of ${planned} series, ${(done.points / 1e6).toFixed(1)} M points, read from the Parquet file`,
        },
        {
          name: "export to Parquet",
          measured: done.points / done.seconds,
          unit: "points/s",
          target: null,
          note: `${done.seconds.toFixed(1)} s to the last byte, ${(done.bytes / done.points).toFixed(2)} B per point`,
        },
        {
          name: "server memory while exporting, more",
          measured: most - before,
          unit: "MiB",
          target: null,
          note: `from ${before.toFixed(0)} to ${most.toFixed(0)} MiB; ${used.toFixed(1)} CPU s, the looks at the chart included`,
        },
        {
          name: "window of the long series while exporting, p99",
          measured: quantile(looks, 0.99),
          unit: "ms",
          target: null,
          note: `${looks.length} looks, p50 ${quantile(looks, 0.5)?.toFixed(1)} ms`,
        },
      ];
    } finally {
      arrived.abort();
      clearInterval(timer);
      client.close();
    }
  },
};
