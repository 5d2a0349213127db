import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pythonWith, runPython } from "#server/adapters/testing.python.ts";
import { newHome, newToken, removeHome, ROOT, startBench, type RunningBench } from "./ablab-process.ts";
import { atLeast, atMost, notMeasured, type Figure, type Measurement } from "./figure.ts";
import { cpuSecondsOf } from "./points/process-cpu.ts";

/** Ten metrics in calls of 100,000 rows each, until the server has them all, and the same where there is no server. */
const COLUMNS = `
import ablab, json, os, random, time
from array import array
rows, per = int(os.environ["ROWS"]), 100_000
values = array("d", (random.random() for _ in range(per)))
def send(mode):
    ablab.init("bench", mode, mode=mode)
    began = time.monotonic()
    for first in range(0, rows, per):
        columns = {f"m{i}": values for i in range(10)}
        ablab.log_columns(columns, steps=array("d", range(first, first + per)))
    handed = time.monotonic() - began
    ablab.finish()
    return {"handed": handed, "all": time.monotonic() - began}
offline, online = send("offline"), send("online")
print(json.dumps({"offline": offline["handed"], **online, "cpu": time.process_time()}))
`;

/** Ten rows of 20 values each second: what the process needs beside its waiting is what it could take from a training. */
const STEPS = `
import ablab, json, os, time
steps = int(os.environ["STEPS"])
ablab.init("bench", "steps")
time.sleep(1)
began, cpu, calls, longest = time.monotonic(), time.process_time(), 0.0, 0.0
for step in range(steps):
    row = {f"m{i}": step / (i + 1) for i in range(20)}
    before = time.monotonic()
    ablab.log(row, step=step)
    took = time.monotonic() - before
    calls, longest = calls + took, max(longest, took)
    time.sleep(max(0, began + (step + 1) * 0.1 - time.monotonic()))
print(json.dumps({"wall": time.monotonic() - began, "cpu": time.process_time() - cpu, "calls": calls, "longest": longest}))
ablab.finish()
`;

/** Rows of 20 values as fast as the client takes them, and then what it has not sent yet. */
const WANDB = `
import json, os, time, wandb
run = wandb.init(project="bench", name="wandb")
began, rows = time.monotonic(), 0
while time.monotonic() - began < float(os.environ["SECONDS"]):
    run.log({f"m{i}": rows / (i + 1) for i in range(20)})
    rows += 1
handed = time.monotonic() - began
run.finish()
print(json.dumps({"rows": rows, "handed": handed, "all": time.monotonic() - began}))
`;

async function play<T>(python: string, script: string, env: Record<string, string>): Promise<T> {
  const { code, output } = await runPython(python, script, env);
  const line = output
    .split("\n")
    .reverse()
    .find((one) => one.startsWith("{"));
  if (code !== 0 || line === undefined)
    throw new Error(`The client ended with ${code}: ${output.slice(-500)}`);
  return JSON.parse(line) as T;
}

const percent = (part: number, whole: number) => (100 * part) / whole;

async function ownClient(
  python: string,
  { url, home, serverPid }: RunningBench,
  token: string,
  quick: boolean,
): Promise<Figure[]> {
  const env = {
    ABLAB_URL: url,
    ABLAB_INGEST_TOKEN: token,
    ABLAB_SPOOL_DIR: join(home, "spool"),
    ABLAB_SPOOL_MIB: "8192",
    ABLAB_FINISH_S: "600",
    ABLAB_QUIET: "1",
    PYTHONPATH: join(ROOT, "clients", "python"),
    PYTHONDONTWRITEBYTECODE: "1",
  };
  const rows = quick ? 100_000 : 1_000_000;
  const points = 10 * rows;
  const before = cpuSecondsOf(serverPid);
  type Columns = { offline: number; handed: number; all: number; cpu: number };
  const columns = await play<Columns>(python, COLUMNS, { ...env, ROWS: String(rows) });
  const server = cpuSecondsOf(serverPid) - before;
  type Steps = { wall: number; cpu: number; calls: number; longest: number };
  const steps = await play<Steps>(python, STEPS, { ...env, STEPS: quick ? "100" : "300" });
  return [
    {
      name: "our Python client, columns of ten metrics",
      measured: points / columns.all,
      unit: "points/s",
      target: atLeast(200_000),
      ceiling: { value: points / columns.offline, what: "its spool alone" },
      note: `${points / 1e6} M points until the server has all; handed over in ${columns.handed.toFixed(1)} s of ${columns.all.toFixed(1)} s; server ${((server / points) * 1e6).toFixed(2)} CPU s per 1 M`,
    },
    {
      name: "our Python client, time it takes from a training",
      measured: percent(steps.cpu, steps.wall),
      unit: "% of a step of 100 ms",
      target: atMost(1),
      note: `all CPU of the process at 10 rows of 20 values per second, sending included; the calls alone ${percent(steps.calls, steps.wall).toFixed(3)} %, the longest ${(steps.longest * 1000).toFixed(2)} ms`,
    },
  ];
}

async function wandbClient(
  python: string,
  { url, home, serverPid }: RunningBench,
  token: string,
  quick: boolean,
): Promise<Figure[]> {
  const folder = join(home, "wandb");
  mkdirSync(folder);
  const folders = ["HOME", "WANDB_DIR", "WANDB_CACHE_DIR", "WANDB_CONFIG_DIR", "WANDB_DATA_DIR"];
  const before = cpuSecondsOf(serverPid);
  const { rows, handed, all } = await play<{ rows: number; handed: number; all: number }>(python, WANDB, {
    ...Object.fromEntries(folders.map((name) => [name, folder])),
    WANDB_BASE_URL: url,
    WANDB_API_KEY: token,
    WANDB_SILENT: "true",
    SECONDS: quick ? "5" : "30",
  });
  const server = cpuSecondsOf(serverPid) - before;
  return [
    {
      name: "wandb 0.31.0 at its own ceiling, our CPU",
      measured: percent(server, all),
      unit: "% of a core",
      target: atMost(15),
      note: `${(rows / handed).toFixed(0)} rows of 20 values per second from its log, ${((20 * rows) / all).toFixed(0)} points/s until it had sent all; ${((server / (20 * rows)) * 1e6).toFixed(2)} CPU s per 1 M points`,
    },
  ];
}

export const clients: Measurement = {
  name: "clients",
  async measure({ quick }) {
    const plain = pythonWith("plain", []);
    const wandb = pythonWith("wandb-0.31.0", ["wandb==0.31.0"]);
    if (plain === null) return [notMeasured("clients", "", "there is no Python here")];
    const home = newHome();
    const bench = await startBench(home, "--no-worker");
    try {
      const token = await newToken(home);
      const own = await ownClient(plain, bench, token, quick);
      const theirs = wandb
        ? await wandbClient(wandb, bench, token, quick)
        : [
            notMeasured(
              "wandb at its own ceiling",
              "% of a core",
              "the wandb client cannot be installed here",
            ),
          ];
      return [...own, ...theirs];
    } finally {
      await bench.stop();
      removeHome(home);
    }
  },
};
