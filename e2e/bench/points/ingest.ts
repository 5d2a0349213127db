import { fork } from "node:child_process";
import { join } from "node:path";
import { atLeast, atMost, quantile, type Ceiling, type Figure, type Measurement } from "../figure.ts";
import { PEERS } from "../peers.ts";
import { runLoad, type Load } from "./load.ts";
import { planGroups, type Role, type Size } from "./point-plan.ts";
import type { FinishedLoad } from "./point-world.ts";
import { blobPerFlush, rowPerPoint } from "./raw-sqlite.ts";

const perSecond = ({ points, seconds }: { points: number; seconds: number }) => points / seconds;
const cpuPerMillion = ({ serverCpuSeconds, points }: Load) => (serverCpuSeconds / points) * 1e6;

/** The same bodies over the same connections to a server that does nothing with them. */
export async function plainHttp(size: Size, role: Role): Promise<Load> {
  const server = fork(join(import.meta.dirname, "plain-server.ts"));
  try {
    const port = await new Promise<number>((resolve, reject) => {
      server.once("message", (message) => resolve(Number(message)));
      server.once("exit", () => reject(new Error("The plain server ended.")));
    });
    const group = planGroups(size).find((one) => one.role === role);
    if (!group || server.pid === undefined) throw new Error(`There is no group "${role}".`);
    const attempts = group.runs.map((series, i) => ({ attemptId: `plain${i}`, token: "none", series }));
    const order = { url: `http://127.0.0.1:${port}`, ...group.sending, attempts, rate: null };
    return await runLoad({ ...order, plain: true }, server.pid);
  } finally {
    server.kill();
  }
}

const RAW_POINTS = 1_000_000;

function describe(load: Load): string {
  const [p50, p99] = [quantile(load.ackMs, 0.5) ?? 0, quantile(load.ackMs, 0.99) ?? 0];
  const perPoint = (load.bytes / load.points).toFixed(0);
  const generator = ((load.cpuSeconds / load.points) * 1e6).toFixed(2);
  return `${(load.points / 1e6).toFixed(1)} M points, ${perPoint} B each on the wire; acknowledged p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; generator ${generator} CPU s per 1 M`;
}

export const ingest: Measurement = {
  name: "ingest",
  async measure(world) {
    const size = world.size;
    const row = rowPerPoint(RAW_POINTS);
    const blob = blobPerFlush(RAW_POINTS);
    const plain = await plainHttp(size, "wide-json");
    const plainSmall = await plainHttp(size, "small");
    const { loads } = await world.points();
    const http = (load: Load): Ceiling => ({ value: perSecond(load), what: "plain HTTP" });
    const speed = (name: string, load: Load, goal: number, ceiling: Ceiling): Figure => ({
      name,
      measured: perSecond(load),
      unit: "points/s",
      target: atLeast(goal),
      peer: PEERS.ingest,
      ceiling,
      note: describe(load),
    });
    const cpu = (name: string, load: FinishedLoad): Figure => ({
      name,
      measured: cpuPerMillion(load),
      unit: "CPU s per 1 M",
      target: atMost(0.35),
      peer: PEERS.ingestCpu,
      ceiling: { value: cpuPerMillion(plain) + blob.cpuSecondsPerMillion, what: "plain HTTP + raw blobs" },
      note: "utime + stime of the server's process until all is acknowledged, gate and token included; the aim is 0.22",
    });
    /** All that a point costs: what was acknowledged is still to be merged, and sealed when its run ends. */
    const wholeCpu = (name: string, load: FinishedLoad): Figure => ({
      name: `${name}, with merge and seal`,
      measured: (load.settledCpuSeconds / load.points) * 1e6,
      unit: "CPU s per 1 M",
      target: null,
      note: "the same process, until it is at rest again and 25 runs have ended",
    });
    const raw = (name: string, measured: number, note: string): Figure => ({
      name,
      measured,
      unit: "points/s",
      target: null,
      note,
    });
    return [
      speed("ingest, 1,000-point bodies, JSON columns", loads["wide-json"], 1_000_000, http(plain)),
      speed("ingest, 1,000-point bodies, binary", loads["wide-binary"], 1_000_000, http(plain)),
      speed("ingest, 100-point bodies, JSON columns", loads.small, 300_000, http(plainSmall)),
      cpu("server CPU, JSON columns", loads["wide-json"]),
      wholeCpu("server CPU, JSON columns", loads["wide-json"]),
      cpu("server CPU, binary", loads["wide-binary"]),
      wholeCpu("server CPU, binary", loads["wide-binary"]),
      raw(
        "ceiling: SQLite, a row per point",
        row.pointsPerSecond,
        `${row.cpuSecondsPerMillion.toFixed(2)} CPU s per 1 M; transaction per 1,000 rows, synchronous FULL`,
      ),
      raw(
        "ceiling: SQLite, a blob per series and flush",
        blob.pointsPerSecond,
        `${blob.cpuSecondsPerMillion.toFixed(2)} CPU s per 1 M; 320 blobs of 50 points per transaction`,
      ),
      raw(
        "ceiling: plain HTTP, 1,000-point bodies",
        perSecond(plain),
        `${cpuPerMillion(plain).toFixed(2)} server CPU s per 1 M; ${describe(plain)}`,
      ),
      raw(
        "ceiling: plain HTTP, 100-point bodies",
        perSecond(plainSmall),
        `${cpuPerMillion(plainSmall).toFixed(2)} server CPU s per 1 M; ${describe(plainSmall)}`,
      ),
    ];
  },
};
