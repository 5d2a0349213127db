import { newHome, removeHome, startBench } from "../ablab-process.ts";
import { atMost, quantile, type Figure, type Measurement } from "../figure.ts";
import { memoryOf } from "../process-memory.ts";
import { joinByWire, launchBy, type TakenAttempt } from "../wire-worker.ts";
import { runLoad } from "./load.ts";
import { planSeries } from "./point-generator.ts";

const RATE = 50_000;
const RUNS = 16;
const METRICS = 20;
const LOOK_MS = 1000;

/** Resident memory of a process, MiB, looked at every second until `stop`. */
function watchResident(pid: number): { stop(): number[] } {
  const seen: number[] = [];
  const look = () => {
    const now = memoryOf(pid, "VmRSS");
    if (now !== null) seen.push(now);
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    stop() {
      look();
      clearInterval(timer);
      return seen;
    },
  };
}

const median = (values: readonly number[]) => quantile(values, 0.5) ?? Number.NaN;

/** Figures of memory from one look per second: the most there was, and how much the last quarter is above the second. */
export function memoryFigures(seen: readonly number[], note: string): Figure[] {
  const quarter = Math.floor(seen.length / 4);
  const drift = median(seen.slice(-quarter)) - median(seen.slice(quarter, 2 * quarter));
  const most = Math.max(...seen);
  return [
    { name: "server memory under load, most", measured: most, unit: "MiB", target: atMost(400), note },
    {
      name: "server memory under load, growth",
      measured: drift,
      unit: "MiB",
      target: null,
      note: "median of the last quarter of the time minus that of the second",
    },
  ];
}

/** Steady ingest into a new bench while its memory is watched. */
export const soak: Measurement = {
  name: "soak",
  async measure({ soakSeconds }) {
    const home = newHome();
    const bench = await startBench(home, "--no-worker");
    try {
      const worker = await joinByWire(bench);
      await launchBy(
        bench,
        "grpo",
        "baseline",
        Array.from({ length: RUNS }, (_, i) => i),
      );
      const attempts: TakenAttempt[] = [];
      for (let i = 0; i < RUNS; i++) attempts.push(await worker.take());
      const points = Math.ceil((RATE * soakSeconds) / RUNS / METRICS);
      const memory = watchResident(bench.serverPid);
      const load = await runLoad(
        {
          url: bench.url,
          form: "json",
          connections: RUNS,
          seriesPerBody: METRICS,
          pointsPerSeries: 50,
          attempts: attempts.map(({ attemptId, token }, run) => ({
            attemptId,
            token,
            series: Array.from({ length: METRICS }, (_, k) =>
              planSeries(run * METRICS + k, `train/m${k}`, points, { clock: run }),
            ),
          })),
          rate: RATE,
        },
        bench.serverPid,
      );
      const seen = memory.stop();
      const rate = Math.round(load.points / load.seconds / 1000);
      const share = ((100 * load.serverCpuSeconds) / load.seconds).toFixed(0);
      const p99 = (quantile(load.ackMs, 0.99) ?? 0).toFixed(0);
      return memoryFigures(
        seen,
        `${rate} k points/s for ${(load.seconds / 60).toFixed(1)} min into ${RUNS * METRICS} series; ${share} % of a core, acknowledged p99 ${p99} ms`,
      );
    } finally {
      await bench.stop();
      removeHome(home);
    }
  },
};
