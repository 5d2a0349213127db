import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gpuRange } from "../protocol/machine/gpu-count.ts";
import type { Params } from "../protocol/manifest.ts";
import { paramsSchema } from "../protocol/params-schema.ts";
import type { SlotValues } from "../protocol/recipes/command.ts";
import { secretSlots } from "../protocol/recipes/secret-fields.ts";
import { judgeVariables, pythonVariables, type PythonOf } from "./python/python-of.ts";
import { FolderProblem, type Script } from "./read-folder.ts";
import { intoCopy, makeWorkingFolder } from "./working-folder.ts";
import {
  askedVariables,
  passedOn,
  prepareScript,
  scriptCommand,
  scriptPlaces,
  slotValues,
} from "./script-command.ts";

/** How a script ended that was tried without a server. */
export interface Tried {
  code: number | null;
  signal: string | null;
  ms: number;
  /** Events that it wrote by itself, beside whatever its loggers kept. */
  events: number;
}

/** Loggers keep what they have in the folder that goes with the trial. */
const offline = (folder: string): Record<string, string> => ({
  ABLAB_MODE: "offline",
  ABLAB_QUIET: "1",
  ABLAB_SPOOL_DIR: join(folder, "spool"),
  WANDB_MODE: "offline",
  WANDB_DIR: folder,
  TRACKIO_DIR: join(folder, "trackio"),
  MLFLOW_TRACKING_URI: `file://${join(folder, "mlruns")}`,
});

const leastGpus = ({ manifest }: Script): number => gpuRange(manifest).least;

const TRIAL = { seed: 0, id: "run_0000000000000000", name: "trial" };

const valuesOf = (script: Script, params: Params, folder: string, env: NodeJS.ProcessEnv): SlotValues => ({
  ...slotValues(script, scriptPlaces(folder, script), params, { ...TRIAL, gpus: leastGpus(script) }, {}),
  ...secretSlots(script.file.fields, env),
});

/** The argument list of a trial with these parameters, as `ablab recipe check` prints it. Throws `FolderProblem`. */
export function trialCommand(
  script: Script,
  params: Params,
  folder: string,
  env: NodeJS.ProcessEnv,
  python?: PythonOf | null,
): string[] {
  const parsed = paramsSchema(script.manifest.fields).safeParse(params);
  if (!parsed.success) throw new FolderProblem(parsed.error.issues[0].message);
  const blocked = script.manifest.lints(params).find(({ level }) => level === "block");
  if (blocked) throw new FolderProblem(`${blocked.claim} ${blocked.detail}`.trim());
  const values = valuesOf(script, params, folder, env);
  return scriptCommand(script, params, values, env.PATH ?? "", python?.program);
}

/** Runs a script once in a copy of its folder, with the environment that a worker would give it, and without any server. */
export async function tryScript(
  given: Script,
  params: Params,
  env: NodeJS.ProcessEnv,
  python: PythonOf | null = null,
): Promise<Tried> {
  const folder = mkdtempSync(join(tmpdir(), "ablab-trial-"));
  try {
    const working = await makeWorkingFolder(join(given.folder, given.recipe), join(folder, "work"));
    const { script } = working;
    const toCopy = (text: string) => intoCopy(working, text);
    const places = scriptPlaces(folder, script);
    const [program, ...args] = trialCommand(script, params, folder, env, python).map(toCopy);
    prepareScript(script, places, valuesOf(script, params, folder, env), toCopy);
    const file = join(folder, "events.ndjson");
    writeFileSync(file, "");
    const asked = askedVariables(script, env);
    const events = openSync(file, "a", 0o600);
    const startedAt = performance.now();
    const child = spawn(program, args, {
      cwd: script.folder,
      env: {
        ...passedOn(env),
        ...asked,
        ...pythonVariables(asked.PYTHONPATH),
        ...judgeVariables(),
        ...python?.variables,
        ...offline(folder),
        PYTHONPYCACHEPREFIX: join(folder, "bytecode"),
        // It holds none: what can do without sees none that a run may have.
        ...(leastGpus(script) === 0 && { CUDA_VISIBLE_DEVICES: "" }),
        ABLAB_GPUS: String(leastGpus(script)),
        ABLAB_EVENTS_FD: "3",
      } as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", "inherit", "inherit", events],
    });
    const ended = new Promise<Pick<Tried, "code" | "signal">>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve({ code, signal }));
    });
    closeSync(events);
    const { code, signal } = await ended;
    const lines = readFileSync(file, "utf8").split("\n").length - 1;
    return { code, signal, ms: performance.now() - startedAt, events: lines };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
