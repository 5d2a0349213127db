import { Agent, request } from "node:http";
import { holdNoSecret } from "../../workers/protocol/secrets/mask.ts";
import { newHome, newToken, removeHome, startBench, type RunningBench } from "./ablab-process.ts";
import { atLeast, atMost, type Figure, type Measurement } from "./figure.ts";
import { PEERS } from "./peers.ts";
import { cpuSecondsOf } from "./points/process-cpu.ts";

const RUNS = 50;

const valuesOf = (step: number) =>
  Object.fromEntries(["loss", "reward", "kl", "entropy", "lr"].map((name, i) => [name, step / (i + 1)]));

interface Asked {
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** How a client names a run and sends a row of five values in a request of its own. */
interface Sender {
  name: string;
  open(run: number, token: string): Asked;
  row(run: string, step: number, token: string): Asked;
  /** What a run is called from then on, of the answer to `open`. */
  runIn(answer: string, run: number): string;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const wandbKey = (token: string) => ({
  authorization: `Basic ${Buffer.from(`api:${token}`).toString("base64")}`,
});

/** A client that opens a run by its first row. */
const byFirstRow = (name: string, row: Sender["row"]): Sender => ({
  name,
  row,
  open: (run, token) => row(`run-${run}`, 0, token),
  runIn: (_answer, run) => `run-${run}`,
});

const SENDERS: readonly Sender[] = [
  byFirstRow("wandb", (run, step, token) => {
    const content = [JSON.stringify({ ...valuesOf(step), _step: step, _timestamp: Date.now() / 1000 })];
    const body = { files: { "wandb-history.jsonl": { offset: step, content } } };
    return { path: `/files/ablab/rows/${run}/file_stream`, headers: wandbKey(token), body };
  }),
  byFirstRow("trackio", (run, step, token) => {
    const log = {
      project: "rows",
      run,
      run_id: run,
      metrics: valuesOf(step),
      step,
      log_id: `${run} ${step}`,
    };
    return {
      path: "/api/bulk_log",
      headers: { "x-trackio-write-token": token },
      body: { kwargs: { logs: [log] } },
    };
  }),
  {
    name: "MLflow",
    open: (run, token) => ({
      path: "/api/2.0/mlflow/runs/create",
      headers: bearer(token),
      body: { experiment_id: "0", run_name: `run-${run}`, start_time: Date.now() },
    }),
    runIn: (answer) => (JSON.parse(answer) as { run: { info: { run_id: string } } }).run.info.run_id,
    row(run, step, token) {
      const values = Object.entries(valuesOf(step));
      const metrics = values.map(([key, value]) => ({ key, value, step, timestamp: Date.now() }));
      return {
        path: "/api/2.0/mlflow/runs/log-batch",
        headers: bearer(token),
        body: { run_id: run, metrics },
      };
    },
  },
  {
    name: "our own client",
    open: (run, token) => ({
      path: "/api/ingest/v1/runs",
      headers: bearer(token),
      body: { client: "bench", experiment: "rows", key: `run-${run}`, writer: "w" },
    }),
    runIn: (_answer, run) => `run-${run}`,
    row: (run, step, token) => ({
      path: `/api/ingest/v1/rows?experiment=rows&key=${run}&writer=w`,
      headers: bearer(token),
      body: { n: step, step, at: Date.now(), values: valuesOf(step) },
    }),
  },
];

function post(agent: Agent, url: string, { path, headers, body }: Asked): Promise<string> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const asked = request(
      url + path,
      { agent, method: "POST", headers: { ...headers, "content-length": Buffer.byteLength(text) } },
      (answer) => {
        let said = "";
        answer.on("data", (part) => (said += String(part)));
        answer.on("end", () =>
          answer.statusCode === 200
            ? resolve(said)
            : reject(new Error(`${path}: ${answer.statusCode} ${said}`)),
        );
      },
    );
    asked.on("error", reject);
    asked.end(text);
  });
}

/** CPU milliseconds of looking for secrets in the names of a row, as each request of one does. */
function maskingMs(): number {
  const names = Object.keys(valuesOf(1));
  const look = (times: number) => {
    const began = process.cpuUsage();
    for (let i = 0; i < times; i++) holdNoSecret(names, "forms");
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000 / times;
  };
  look(2000);
  return look(20_000);
}

/** 50 runs of one client: rows one after the other, and each run one in a second while nobody looks. */
async function measureSender(
  bench: RunningBench,
  sender: Sender,
  token: string,
  quick: boolean,
): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true });
  const own = Array.from({ length: RUNS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const send = (asked: Asked) => post(agent, bench.url, asked);
  const runs: string[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(sender.runIn(await send(sender.open(run, token)), run));
  let step = 1;
  const rounds = async (count: number) => {
    for (const end = step + count; step < end; step++)
      for (const run of runs) await send(sender.row(run, step, token));
  };
  const cpuOf = async (work: () => Promise<unknown>) => {
    const before = cpuSecondsOf(bench.serverPid);
    await work();
    return cpuSecondsOf(bench.serverPid) - before;
  };
  await rounds(6);
  const count = quick ? 20 : 60;
  const used = await cpuOf(() => rounds(count));
  const seconds = quick ? 10 : 60;
  const began = performance.now();
  const steady = await cpuOf(async () => {
    const sent: Promise<string>[] = [];
    for (let second = 0; second < seconds; second++, step++)
      for (const [i, run] of runs.entries()) {
        const due = began + 1000 * (second + i / RUNS);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
        // Each run has a connection of its own, and waits for no other.
        sent.push(post(own[i], bench.url, sender.row(run, step, token)));
      }
    await Promise.all(sent);
  });
  for (const one of [agent, ...own]) one.destroy();
  const wall = (performance.now() - began) / 1000;
  const each = (1000 * used) / (count * RUNS);
  return [
    {
      name: `requests of one row, ${sender.name}`,
      measured: (count * RUNS) / used,
      unit: "per CPU second",
      target: atLeast(400),
      peer: PEERS.rowRequests,
      note: `${each.toFixed(2)} CPU ms each: five values, ${RUNS} runs in turn, one request at a time`,
    },
    {
      name: `masking in requests of one row, ${sender.name}`,
      measured: (100 * maskingMs()) / each,
      unit: "%",
      target: atMost(2),
      note: "of their CPU time: secrets are looked for in the names of the values",
    },
    {
      name: `${RUNS} runs at one row per second, ${sender.name}`,
      measured: (100 * steady) / wall,
      unit: "% of a core",
      target: atMost(10),
      note: `alerts, checks and upkeep included, nobody looking; ${wall.toFixed(0)} s`,
    },
  ];
}

export const rows: Measurement = {
  name: "rows",
  async measure({ quick }) {
    const home = newHome();
    const bench = await startBench(home, "--no-worker");
    try {
      const token = await newToken(home);
      const figures: Figure[] = [];
      for (const sender of SENDERS) figures.push(...(await measureSender(bench, sender, token, quick)));
      return figures;
    } finally {
      await bench.stop();
      removeHome(home);
    }
  },
};
