import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { selectExternalRunsOfPlace, selectPlace } from "#db/queries/external.ts";
import { pythonWith } from "#server/adapters/testing.python.ts";
import { startServer, type ServerProcess } from "../chaos/server-process.ts";
import { TRACKERS } from "./clients.ts";
import { prepareForClients, withHome } from "./prepare.ts";
import { readRun } from "./read-run.ts";

const WITNESS = join(import.meta.dirname, "..", "..", "workers", "command", "main.ts");
const VERSIONS = ["0.19.11", "0.21.4", "0.23.1", "0.26.1", "0.28.0", "0.31.0"];
const ROWS = 20;

const WANDB = `
import sys, wandb
run = wandb.init(project=PLACE, id="own", name="mine", config={"lr": 3, "seed": 5})
for i in range(ROWS): run.log({"i": i})
print("a line of the script", flush=True)
run.finish()
later = wandb.init(project=PLACE, name="later")
later.log({"j": 1})
later.finish()
sys.exit(3)
`;
const TRACKIO = `
import sys, trackio
for name, rows in (("mine", ROWS), ("later", 1)):
    trackio.init(project=PLACE, name=name, config={"lr": 3, "seed": 5}, auto_log_gpu=False, auto_log_cpu=False)
    for i in range(rows): trackio.log({"i": i})
    print("a line of the script", flush=True)
    trackio.finish()
sys.exit(3)
`;
const MLFLOW = `
import sys, mlflow
mlflow.set_experiment(PLACE)
for name, rows in (("mine", ROWS), ("later", 1)):
    with mlflow.start_run(run_name=name):
        mlflow.log_params({"lr": 3, "seed": 5})
        for i in range(rows): mlflow.log_metrics({"i": i}, step=i)
        print("a line of the script", flush=True)
sys.exit(3)
`;

interface Case {
  name: string;
  python: string | null;
  script: string;
  /** Told where to send to by whoever starts it, rather than by the witness. */
  told: (url: string, token: string) => Record<string, string>;
}

const wandb = (version: string) => pythonWith(`wandb-${version}`, [`wandb==${version}`]);
const trackers = () => pythonWith("trackers", TRACKERS);
const CASES: Case[] = [
  ...VERSIONS.map((version) => ({
    name: `wandb ${version}`,
    python: wandb(version),
    script: WANDB,
    told: () => ({}),
  })),
  {
    name: "wandb 0.31.0, told where to send to",
    python: wandb("0.31.0"),
    script: WANDB,
    told: (url, token) => ({ WANDB_BASE_URL: url, WANDB_API_KEY: token }),
  },
  { name: "trackio 0.43.0", python: trackers(), script: TRACKIO, told: () => ({}) },
  {
    name: "MLflow 3.17.2, told where to send to",
    python: trackers(),
    script: MLFLOW,
    told: (url, token) => ({ MLFLOW_TRACKING_URI: url, MLFLOW_TRACKING_TOKEN: token }),
  },
];

const scratch = mkdtempSync(join(tmpdir(), "ablab-led-"));
const home = join(scratch, "home");
let server: ServerProcess;
let given: { token: string; projectId: string };
let url: string;
const said = new Map<string, { code: number | null; output: string }>();

/** Runs a script under a witness, in a folder and a home of its own. */
function witnessed({ name, python, script, told }: Case): Promise<{ code: number | null; output: string }> {
  const folder = join(scratch, name.replaceAll(/[^\w.]+/g, "-"));
  mkdirSync(folder);
  const text = script.replaceAll("PLACE", JSON.stringify(name)).replaceAll("ROWS", String(ROWS));
  writeFileSync(join(folder, "train.py"), text);
  const { PATH = "", TMPDIR = "/tmp" } = process.env;
  const flags = ["--disable-warning=ExperimentalWarning", WITNESS, "--", python ?? "", "train.py"];
  const env = {
    NODE_ENV: "test" as const,
    PATH,
    TMPDIR,
    HOME: folder,
    ABLAB_URL: url,
    ABLAB_INGEST_TOKEN: given.token,
    ABLAB_WITNESS_DIR: join(scratch, "witness"),
    HF_HUB_OFFLINE: "1",
    GIT_PYTHON_REFRESH: "quiet",
    MLFLOW_DISABLE_TELEMETRY: "true",
    ...told(url, given.token),
  };
  const child = spawn(process.execPath, flags, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += String(part)));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

const PRESENT = CASES.filter(({ python }) => python !== null);

beforeAll(async () => {
  given = prepareForClients(home);
  server = startServer(home, join(scratch, "compiled"));
  const port = await server.open();
  if (port === null) throw new Error("The server did not open; its last words are above.");
  url = `http://127.0.0.1:${port}`;
  for (const one of PRESENT) said.set(one.name, await witnessed(one));
  expect(await server.close()).toBe(0);
});
afterAll(async () => {
  await server.kill();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

test.skipIf(PRESENT.length === 0).each(PRESENT)(
  "the first run of a script under a witness is the witnessed one, with $name",
  ({ name }) => {
    const { code, output } = said.get(name) ?? { code: null, output: "" };
    expect([code, output.includes("a line of the script")], output.slice(-4000)).toEqual([3, true]);
    withHome(home, ({ db }) => {
      const place = selectPlace(db, given.projectId, name);
      const runs = place ? selectExternalRunsOfPlace(db, place.id).map(({ run }) => run) : [];
      const seen = runs.map((run) => [run.name, run.state, run.statusSource]);
      const isSilent = name.startsWith("trackio");
      expect(seen, output.slice(-4000)).toEqual([
        ["mine", "failed", "supervised"],
        ["later", isSilent ? "running" : "finished", "client"],
      ]);
      const { curves, config, seed } = readRun(db, given.projectId, name, "mine");
      expect(curves.i.map(([, value]) => value)).toEqual(Array.from({ length: ROWS }, (_, i) => i));
      expect([config.lr, seed]).toEqual(["3", 5]);
      console.info(`${name}: ${curves.i.length} of ${ROWS} rows in the witnessed run`);
    });
    // No key was written down for later processes.
    const folder = join(scratch, name.replaceAll(/[^\w.]+/g, "-"));
    expect(readdirSync(folder)).not.toContain(".netrc");
  },
);

test.skipIf(PRESENT.length === 0)("nothing else stands there: each script made two runs", () => {
  withHome(home, ({ db }) => {
    const runs = db.$client.prepare("select count(*) from runs").pluck().get();
    expect(runs).toBe(2 * PRESENT.length);
  });
});
