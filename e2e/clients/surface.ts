import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pythonWith, runPython } from "#server/adapters/testing.python.ts";
import { startServer } from "../chaos/server-process.ts";
import { prepareForClients, withHome } from "./prepare.ts";
import { readRun, type ReadRun } from "./read-run.ts";

/** A client whose whole logging surface is called by a program beside this file. */
export interface Surface {
  name: string;
  python: string | null;
  program: string;
  env(where: { url: string; token: string; folder: string }): Record<string, string>;
}

const TABLES = ["numpy", "pandas", "pillow"];

const wandb = (version: string): Surface => ({
  name: `wandb ${version}`,
  python: pythonWith(`surface-wandb-${version}`, [`wandb==${version}`, ...TABLES]),
  program: "wandb_surface.py",
  env: ({ url, token, folder }) => ({
    WANDB_BASE_URL: url,
    WANDB_API_KEY: token,
    NETRC: join(folder, "netrc"),
    ...Object.fromEntries(
      ["DIR", "CACHE_DIR", "CONFIG_DIR", "DATA_DIR"].map((at) => [`WANDB_${at}`, folder]),
    ),
    WANDB_SILENT: "true",
  }),
});

const trackio = (version: string): Surface => ({
  name: `trackio ${version}`,
  python: pythonWith(`surface-trackio-${version}`, [`trackio==${version}`, ...TABLES]),
  program: "trackio_surface.py",
  env: ({ url, token, folder }) => ({
    TRACKIO_SERVER_URL: url,
    TRACKIO_WRITE_TOKEN: token,
    HF_HUB_OFFLINE: "1",
    TRACKIO_DIR: folder,
    HF_HOME: folder,
  }),
});

const mlflow = (version: string): Surface => ({
  name: `MLflow ${version}`,
  python: pythonWith(`surface-mlflow-${version}`, [
    `mlflow-skinny==${version}`,
    "psutil",
    "matplotlib",
    ...TABLES,
  ]),
  program: "mlflow_surface.py",
  env: ({ url, token }) => ({
    MLFLOW_TRACKING_URI: url,
    MLFLOW_TRACKING_TOKEN: token,
    GIT_PYTHON_REFRESH: "quiet",
    MLFLOW_DISABLE_TELEMETRY: "true",
  }),
});

/** Two versions of each client: one that is widely used, and the newest. */
export const surfaces = (): Surface[] => [
  ...["0.22.3", "0.31.0"].map(wandb),
  ...["0.42.0", "0.43.0"].map(trackio),
  ...["2.22.5", "3.17.2"].map(mlflow),
];

export interface Called {
  code: number | null;
  output: string;
  /** What was read back otherwise than it was written, by name. */
  differs: string[];
  /** How many things were read back. */
  read: number;
  /** The runs that were asked for by name, as the bench has them. */
  runs: Record<string, ReadRun>;
}

const PROJECT = "surface";

/** Calls the whole surface of a client against a real server, which ends in order, and reads what it has. */
export async function callSurface(
  { name, python, program, env }: Surface,
  wanted: readonly string[],
): Promise<Called> {
  const scratch = mkdtempSync(join(tmpdir(), "ablab-surface-"));
  try {
    const [home, folder] = [join(scratch, "home"), join(scratch, "client")];
    mkdirSync(folder);
    const { token, projectId } = prepareForClients(home);
    const server = startServer(home, join(scratch, "compiled"));
    const port = await server.open();
    if (port === null) throw new Error("The server did not open; its last words are above.");
    const url = `http://127.0.0.1:${port}`;
    const script = readFileSync(join(import.meta.dirname, program), "utf8");
    const more = { HOME: folder, PLACE: PROJECT, PYTHONUNBUFFERED: "1", ...env({ url, token, folder }) };
    const { code, output } = await runPython(python ?? "", script, more);
    if ((await server.close()) !== 0) throw new Error(`The server did not end in order after ${name}.`);
    const told = output
      .split("\n")
      .filter((line) => line.startsWith("READ "))
      .map((line) => JSON.parse(line.slice(5)) as Record<"what" | "wrote" | "read", string>);
    const differs = told.filter(({ wrote, read }) => wrote !== read);
    for (const { what, wrote, read } of differs)
      console.info(`${name}, ${what}: wrote ${wrote.slice(0, 200)}, read ${read.slice(0, 200)}`);
    const runs = withHome(home, ({ db }) =>
      wanted.map((run): [string, ReadRun] => [run, readRun(db, projectId, PROJECT, run)]),
    );
    return {
      code,
      output,
      differs: differs.map(({ what }) => what),
      read: told.length,
      runs: Object.fromEntries(runs),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
