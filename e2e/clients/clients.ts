import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { pythonWith, runPython } from "#server/adapters/testing.python.ts";

/** A client that sends numbered rows, and how it is told where to. */
export interface Client {
  name: string;
  /** A Python that has it; null where this machine cannot get it. */
  python: string | null;
  env(where: Where): Record<string, string>;
  /** Python: `begin()`, `say(first, rows)` which hands over as many rows from number `first` on, and `end()`. */
  script: string;
  /** How many rows `say` hands over at a time. */
  rowsAtOnce: number;
  /** Python: sends what its end had to leave on the disk, because no answer came for some seconds. */
  sendRest?: string;
}

interface Where {
  url: string;
  token: string;
  /** An empty folder of its own. */
  folder: string;
  /** Tries again sooner than it does by itself, so that more can happen to it. */
  hurried: boolean;
}

/** What a client says of itself when it has ended. */
export interface Said {
  /** Rows that were handed over: the call returned. */
  handed: number;
  /** Numbers of the rows whose call raised, and what they raised at first. */
  raised: number[];
  why: string[];
  /** Seconds of the longest call. */
  longest: number;
  /** Seconds that the end took. */
  ending: number;
}

export interface ClientProcess {
  begun: Promise<void>;
  ended: Promise<Said>;
  /** The rows it has handed over so far. */
  handed(): number;
}

/** The second metric of a row: its bits show what is not as it was sent. */
export const weightOf = (row: number): number => row * row + row / 7;

/** Hands over rows until the file STOP is there, and says what became of it. `W` keeps to the same operations as `weightOf`. */
const LOOP = `
import json, os, sys, threading, time, warnings
warnings.filterwarnings("ignore")
PLACE = os.environ["PLACE"]
W = lambda i: i * i + i / 7
{script}
begin()
print("BEGUN", flush=True)
handed, raised, why, longest, number = 0, [], [], 0.0, 0
while not os.path.exists(os.environ["STOP"]):
    began = time.monotonic()
    try:
        say(number, {rows})
        handed += {rows}
    except Exception as error:
        raised += range(number, number + {rows})
        why.append(f"row {number}: {type(error).__name__}: {error}"[:300])
    number += {rows}
    longest = max(longest, time.monotonic() - began)
    print("HANDED", handed, flush=True)
    time.sleep({pause})
began = time.monotonic()
try:
    end()
except Exception as error:
    why.append(f"end: {type(error).__name__}: {error}"[:300])
ending = time.monotonic() - began
print("SAID", json.dumps({"handed": handed, "raised": raised, "why": why[:5], "longest": longest, "ending": ending}), flush=True)
`;

const wandb = (version: string): Client => ({
  name: `wandb ${version}`,
  python: pythonWith(`wandb-${version}`, [`wandb==${version}`]),
  env: ({ url, token, folder, hurried }) => ({
    WANDB_BASE_URL: url,
    WANDB_API_KEY: token,
    NETRC: join(folder, "netrc"),
    WANDB_DIR: folder,
    WANDB_CACHE_DIR: folder,
    WANDB_CONFIG_DIR: folder,
    WANDB_DATA_DIR: folder,
    WANDB_SILENT: "true",
    WANDB_X_FILE_STREAM_TRANSMIT_INTERVAL: "1",
    // It waits for up to a minute between two tries; how often it tries is not what is asked here.
    ...(hurried && {
      WANDB_X_FILE_STREAM_RETRY_WAIT_MAX_SECONDS: "2",
      WANDB_X_GRAPHQL_RETRY_WAIT_MAX_SECONDS: "2",
    }),
  }),
  script: `
import wandb
def begin():
    global run
    run = wandb.init(project=PLACE, id="numbered")
def say(first, rows): run.log({"i": first, "w": W(first)})
def end(): run.finish()
`,
  rowsAtOnce: 1,
});

export const TRACKERS = ["trackio==0.43.0", "mlflow-skinny==3.17.2", "pandas", "pillow", "psutil"];

const trackio = (): Client => ({
  name: "trackio 0.43.0",
  python: pythonWith("trackers", TRACKERS),
  env: ({ url, token, folder }) => ({
    TRACKIO_SERVER_URL: url,
    TRACKIO_WRITE_TOKEN: token,
    HF_HUB_OFFLINE: "1",
    TRACKIO_DIR: folder,
    HF_HOME: folder,
  }),
  script: `
import trackio
def begin(): trackio.init(project=PLACE, name="numbered", resume="never", auto_log_gpu=False, auto_log_cpu=False)
def say(first, rows): trackio.log({"i": first, "w": W(first)})
def end(): trackio.finish()
`,
  rowsAtOnce: 1,
});

const mlflow = (): Client => ({
  name: "MLflow 3.17.2",
  python: pythonWith("trackers", TRACKERS),
  env: ({ url, token, folder }) => ({
    MLFLOW_TRACKING_URI: url,
    MLFLOW_TRACKING_TOKEN: token,
    HOME: folder,
    GIT_PYTHON_REFRESH: "quiet",
    MLFLOW_DISABLE_TELEMETRY: "true",
  }),
  script: `
import mlflow
def begin():
    mlflow.set_experiment(PLACE)
    mlflow.start_run(run_name="numbered")
def say(first, rows): mlflow.log_metrics({"i": first, "w": W(first)}, step=first)
def end(): mlflow.end_run()
`,
  rowsAtOnce: 1,
});

const OURS = join(import.meta.dirname, "..", "..", "clients", "python");

const ablab = (form: "rows" | "columns"): Client => ({
  name: `ablab by ${form}`,
  python: pythonWith("plain", []),
  env: ({ url, token, folder }) => ({
    ABLAB_URL: url,
    ABLAB_INGEST_TOKEN: token,
    ABLAB_SPOOL_DIR: folder,
    ABLAB_QUIET: "1",
    PYTHONPATH: OURS,
    PYTHONDONTWRITEBYTECODE: "1",
  }),
  script: `
import ablab
def begin(): ablab.init(PLACE, "numbered")
def say(first, rows):
    ${
      form === "rows"
        ? 'ablab.log({"i": first, "w": W(first)}, step=first)'
        : 'ablab.log_columns({"i": range(first, first + rows), "w": [W(i) for i in range(first, first + rows)]}, steps=range(first, first + rows))'
    }
def end(): ablab.finish()
`,
  rowsAtOnce: form === "rows" ? 1 : 20,
  sendRest: "from ablab.__main__ import main\nraise SystemExit(main(['send']))",
});

/** The oldest and the newest wandb that are taken, trackio, MLflow, and our own client in both of its forms. */
export const sixClients = (): Client[] => [
  wandb("0.19.11"),
  wandb("0.31.0"),
  trackio(),
  mlflow(),
  ablab("rows"),
  ablab("columns"),
];

/** Sends what a client that has ended had to leave on its disk; what it said of it, null where there was nothing. */
export async function sendRest(client: Client, where: Where): Promise<string | null> {
  if (client.sendRest === undefined) return null;
  const { code, output } = await runPython(client.python ?? "", client.sendRest, client.env(where));
  if (code !== 0) throw new Error(`${client.name} could not send its rest:\n${output.slice(-2000)}`);
  return output.includes("Nothing is left") ? null : output.trim();
}

const children = new Set<ChildProcess>();
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

/** Starts a client that hands over rows, ten times a second, until the file `stop` is there. */
export function startClient(client: Client, where: Where, stop: string): ClientProcess {
  const text = LOOP.replaceAll("{script}", client.script)
    .replaceAll("{rows}", String(client.rowsAtOnce))
    .replaceAll("{pause}", "0.1");
  const { PATH = "", TMPDIR = "/tmp" } = process.env;
  const env = {
    NODE_ENV: "test" as const,
    PATH,
    TMPDIR,
    HOME: where.folder,
    STOP: stop,
    PLACE: client.name,
    ...client.env(where),
  };
  const child = spawn(client.python ?? "", ["-u", "-c", text], { env, cwd: where.folder });
  children.add(child);
  let handed = 0;
  let said: Said | null = null;
  let output = "";
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<Said>();
  createInterface(child.stdout).on("line", (line) => {
    const [word, ...rest] = line.split(" ");
    if (word === "BEGUN") begun.resolve();
    else if (word === "HANDED") handed = Number(rest[0]);
    else if (word === "SAID") said = JSON.parse(rest.join(" ")) as Said;
    else output += `${line}\n`;
  });
  child.stderr.on("data", (part) => (output += String(part)));
  child.on("close", (code) => {
    children.delete(child);
    if (said === null) {
      const why = new Error(`${client.name} ended with ${code}:\n${output.slice(-4000)}`);
      begun.reject(why);
      ended.reject(why);
    } else {
      if (output !== "") console.info(`${client.name} said:\n${output.slice(0, 1500)}`);
      ended.resolve(said);
    }
  });
  return { begun: begun.promise, ended: ended.promise, handed: () => handed };
}
