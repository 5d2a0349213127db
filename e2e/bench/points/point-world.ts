import { setTimeout as pause } from "node:timers/promises";
import { newHome, removeHome, startBench, type RunningBench } from "../ablab-process.ts";
import { joinByWire, launchBy, type TakenAttempt } from "../wire-worker.ts";
import { runLoad, type Load } from "./load.ts";
import type { GeneratedSeries } from "./point-generator.ts";
import { planGroups, type Group, type Role, type Size } from "./point-plan.ts";
import { cpuSecondsOf } from "./process-cpu.ts";

export interface FilledRun {
  runId: string;
  attemptId: string;
  experimentId: string;
  series: GeneratedSeries[];
}

export interface FinishedLoad extends Load {
  /** CPU of the server from the first byte until it has merged what it got, the runs have ended and it is at rest. */
  settledCpuSeconds: number;
}

/** A bench that holds the points of the plan, and how long it took to give them to it. */
export interface PointWorld {
  home: string;
  runs: Record<Role, FilledRun[]>;
  loads: Record<Role, FinishedLoad>;
  /** The server, started when there is none. */
  bench(): Promise<RunningBench>;
  /** Ends the server, so that the next `bench()` starts cold. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

interface StartedGroup {
  group: Group;
  experimentId: string;
  attempts: TakenAttempt[];
}

async function startGroups(bench: RunningBench, groups: readonly Group[]): Promise<StartedGroup[]> {
  const worker = await joinByWire(bench);
  const started: StartedGroup[] = [];
  for (const group of groups) {
    const seeds = group.runs.map((_, i) => i);
    const { experimentId } = await launchBy(bench, "grpo", "baseline", seeds);
    const attempts: TakenAttempt[] = [];
    for (const _ of seeds) attempts.push(await worker.take());
    started.push({ group, experimentId, attempts });
  }
  return started;
}

const send = (bench: RunningBench, { group, attempts }: StartedGroup): Promise<Load> =>
  runLoad(
    {
      url: bench.url,
      ...group.sending,
      attempts: attempts.map(({ attemptId, token }, i) => ({ attemptId, token, series: group.runs[i] })),
      rate: null,
    },
    bench.serverPid,
  );

const QUIET_SHARE = 0.02;
const QUIET_FOR_MS = 1000;

/** Waits until a process does next to nothing for a while; the seconds that took. */
export async function untilQuiet(pid: number, giveUpMs: number, quietForMs = QUIET_FOR_MS): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < giveUpMs) {
    const before = cpuSecondsOf(pid);
    await pause(quietForMs);
    if ((cpuSecondsOf(pid) - before) * 1000 < QUIET_SHARE * quietForMs) break;
  }
  return (performance.now() - started) / 1000;
}

/** Starts a bench on a new data directory and gives it every point of the plan; the runs have ended by then. */
export async function fillPointWorld(size: Size): Promise<PointWorld> {
  const home = newHome();
  let bench: RunningBench | null = await startBench(home, "--no-worker");
  const runs: Partial<PointWorld["runs"]> = {};
  const loads: Partial<PointWorld["loads"]> = {};
  const world = {
    home,
    runs: runs as PointWorld["runs"],
    loads: loads as PointWorld["loads"],
    bench: async () => (bench ??= await startBench(home, "--no-worker")),
    async stop() {
      await bench?.stop();
      bench = null;
    },
    async remove() {
      await world.stop();
      removeHome(home);
    },
  };
  try {
    for (const started of await startGroups(bench, planGroups(size))) {
      const { group, experimentId, attempts } = started;
      process.stderr.write(`  sending ${group.role} ...\n`);
      const before = cpuSecondsOf(bench.serverPid);
      const load = await send(bench, started);
      runs[group.role] = attempts.map(({ runId, attemptId }, i) => ({
        runId,
        attemptId,
        experimentId,
        series: group.runs[i],
      }));
      for (const attempt of attempts) await attempt.finish();
      await untilQuiet(bench.serverPid, size.settleMs);
      loads[group.role] = { ...load, settledCpuSeconds: cpuSecondsOf(bench.serverPid) - before };
    }
    return world;
  } catch (error) {
    await world.remove();
    throw error;
  }
}
