import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { gpuRange } from "../protocol/machine/gpu-count.ts";
import { type Params, type RecipeManifest, trainerArgs } from "../protocol/manifest.ts";
import { paramsSchema } from "../protocol/params-schema.ts";
import type { SlotValues } from "../protocol/recipes/command.ts";
import { secretsOfCommand } from "../protocol/recipes/needed-secrets.ts";
import { secretSlots, variableOf } from "../protocol/recipes/secret-fields.ts";
import type { Assignment } from "../protocol/messages.ts";
import { CHECKPOINT_VARIABLES } from "../protocol/attempts/checkpoints.ts";
import { POINTS_VARIABLES } from "../protocol/points.ts";
import { benchmarkVariables } from "./benchmarks.ts";
import { checkpointPath, outputFolder } from "./files/output-folder.ts";
import { inputPlace, inputsFolder } from "./inputs.ts";
import type { Executor } from "./executors/executor.ts";
import { deviceName, type GpuContext, gpuVariables, takeGivenGpus } from "./machine/given-gpus.ts";
import { bootId, type ProcessId, startOf } from "./proc.mjs";
import { RefusedAssignment } from "./session.ts";
import { type LaunchRecord, openRunDirectory, type RunDirectory } from "./run-directory.ts";
import { FolderProblem } from "../scripts/read-folder.ts";
import { intoCopy, type WorkingFolder } from "../scripts/working-folder.ts";
import {
  judgeVariables,
  pythonVariables,
  type PythonOf,
  type PythonSource,
} from "../scripts/python/python-of.ts";
import type { ScriptFolders } from "./scripts/script-folders.ts";
import { loggerVariables } from "./scripts/logger-variables.ts";
import {
  askedVariables,
  passedOn,
  prepareScript,
  resumeArguments,
  scriptCommand,
  scriptPlaces,
  slotValues,
} from "../scripts/script-command.ts";

/** What this worker can run and how: the recipes it has, and the command their arguments are appended to. */
export interface Trainers {
  recipes: readonly RecipeManifest[];
  command: readonly string[];
  /** Folder that the command's relative paths are meant from. */
  cwd: string;
  /** Recipes that are scripts of somebody's, started by commands of their own. */
  scripts?: ScriptFolders;
  /** Where scripts get the Python that they ask for. */
  python?: PythonSource;
}

export interface LaunchContext extends GpuContext {
  /** Origin of the server, for a trainer that posts points of its own. */
  server: string;
  trainers: Trainers;
  home: string;
  executor: Pick<Executor, "kind" | "caps">;
  /** The folder of this run, where its recipe is a script. */
  working?: WorkingFolder | null;
  /** The Python of this script, where it asks for one. */
  python?: PythonOf | null;
}

/** How often a supervisor that runs elsewhere says that it lives. */
const BEAT_MS = 2000;

/** What an engine is asked for, where it is not this machine. */
function askOf(
  { attemptId, fence, slurm = {} }: Assignment,
  gpus: number,
  { executor, server }: LaunchContext,
): Pick<LaunchRecord, "beatMs" | "post" | "slurm"> {
  if (executor.kind === "local") return {};
  const isHere = /^(127\.|localhost$|\[::1\]$)/.test(new URL(server).hostname);
  // What this machine calls itself is no other machine's way to it.
  const post = isHere ? undefined : { url: `${server}/api/worker/attempts/${attemptId}/events`, fence };
  return {
    beatMs: BEAT_MS,
    ...(post && { post }),
    slurm: { ...slurm, gpus },
  };
}

/**
 * Turns an assignment into what the supervisor starts. The worker checks again what the server has checked: only recipes
 * of its own catalogue in the version it has, only parameters that the recipe's schema takes.
 * Throws `RefusedAssignment`.
 */
export function planLaunch(
  assignment: Assignment,
  context: LaunchContext,
  env: NodeJS.ProcessEnv,
): LaunchRecord {
  const { trainers, home } = context;
  const working = context.working ?? null;
  const recipe = working?.script.manifest ?? findRecipe(assignment, trainers);
  const params = paramsSchema(recipe.fields).safeParse(assignment.params);
  if (!params.success)
    throw new RefusedAssignment(
      `${recipe.slug} ${recipe.version} does not take these parameters: ${params.error.issues[0].message}`,
    );
  const { givesDevices } = context.executor.caps;
  const gpus = givesDevices ? [] : takeGivenGpus(recipe, assignment, context);
  const gpuCount = givesDevices ? (assignment.slurm?.gpus ?? gpuRange(recipe).least) : gpus.length;
  const directory = openRunDirectory(home, assignment.attemptId);
  const python = context.python ?? null;
  const passed: Record<string, string> = {
    ...passedOn(env),
    ...(working && variablesOf(working, env)),
    ...python?.variables,
  };
  const checkpoint = checkpointPath(assignment, home);
  const output = outputFolder(directory.path);
  mkdirSync(output, { recursive: true, mode: 0o700 });
  const loggers = working ? loggerVariables(context.server, directory.path, assignment) : {};
  const started = working
    ? startOfScript(working, assignment, params.data, {
        home,
        folder: directory.path,
        path: passed.PATH ?? "",
        checkpoint,
        python,
        secrets: secretSlots(recipe.fields, { ...env, ...loggers }),
        gpus: gpuCount,
      })
    : {
        argv: [...trainers.command, ...trainerArgs(recipe, params.data, assignment.seed)],
        cwd: trainers.cwd,
      };
  return {
    attemptId: assignment.attemptId,
    ...started,
    ...(assignment.timeLimitMs !== undefined && { timeLimitMs: assignment.timeLimitMs }),
    ...(recipe.checkpoints !== undefined && { checkpoints: recipe.checkpoints }),
    device: deviceName(gpus),
    ...askOf(assignment, gpuCount, context),
    bootId: bootId(),
    env: {
      ...passed,
      ...(working && { PYTHONPYCACHEPREFIX: directory.bytecode }),
      ...loggers,
      ...(!givesDevices && gpuVariables(gpus, context)),
      ...benchmarkVariables(home, assignment.benchmarks),
      ...(assignment.inputs.length > 0 && { ABLAB_INPUTS: inputsFolder(home, assignment.attemptId) }),
      ABLAB_GPUS: String(gpuCount),
      ABLAB_RUN: assignment.attemptId,
      ABLAB_EVENTS_FD: "3",
      [CHECKPOINT_VARIABLES.folder]: output,
      ...(checkpoint !== null && { [CHECKPOINT_VARIABLES.resume]: checkpoint }),
      [POINTS_VARIABLES.url]: `${context.server}/api/worker/attempts/${assignment.attemptId}/points`,
      [POINTS_VARIABLES.tokenFile]: directory.token,
    },
  };
}

/** What a script gets of the worker's environment besides the usual; modules are looked for in its copy. */
function variablesOf(working: WorkingFolder, env: NodeJS.ProcessEnv): Record<string, string> {
  const { PYTHONPATH, ...asked } = askedVariables(working.script, env);
  const places = PYTHONPATH?.split(delimiter).map((place) => intoCopy(working, place));
  return { ...asked, ...pythonVariables(places?.join(delimiter)), ...judgeVariables() };
}

/** A command is started with each of its secrets or not at all: without an argument it would be another run. */
function refuseWithoutSecrets(
  { slug, fields, command }: WorkingFolder["script"]["file"],
  params: Params,
  secrets: SlotValues,
): void {
  const lacking = secretsOfCommand(fields, command, params).filter(({ name }) => secrets[name] === undefined);
  if (lacking.length === 0) return;
  const said = lacking.map((field) => `${variableOf(field)} (its field ${field.name})`).join(", ");
  throw new RefusedAssignment(
    `${slug} needs ${said} from the environment of this worker, which has no such variable. Set it where the worker is started, start the worker again, and launch the run again.`,
  );
}

/** Command, folder and patience of a script; its output folder and config file are made on the way. */
function startOfScript(
  working: WorkingFolder,
  assignment: Assignment,
  params: Params,
  {
    home,
    folder,
    path,
    checkpoint,
    python,
    secrets,
    gpus,
  }: {
    home: string;
    folder: string;
    path: string;
    checkpoint: string | null;
    python: PythonOf | null;
    secrets: SlotValues;
    gpus: number;
  },
): Pick<LaunchRecord, "argv" | "cwd" | "files" | "stop"> {
  const { script } = working;
  const places = scriptPlaces(folder, script);
  const inputs = Object.fromEntries(
    assignment.inputs.map((input) => [input.slot, inputPlace(home, assignment.attemptId, input)]),
  );
  const run = { seed: assignment.seed, id: assignment.runId, name: assignment.runName, gpus };
  const values = { ...slotValues(script, places, params, run, inputs), ...secrets };
  refuseWithoutSecrets(script.file, params, secrets);
  let argv;
  try {
    argv = scriptCommand(script, params, values, path, python?.program);
    if (checkpoint !== null) argv.push(...resumeArguments(script, params, values, checkpoint));
  } catch (error) {
    throw error instanceof FolderProblem ? new RefusedAssignment(error.message) : error;
  }
  const toCopy = (text: string) => intoCopy(working, text);
  prepareScript(script, places, values, toCopy);
  const { stop } = script.file;
  return {
    argv: argv.map(toCopy),
    cwd: script.folder,
    files: script.files,
    ...(stop && { stop: { first: stop.signal, graceMs: Math.round(stop.graceSeconds * 1000) } }),
  };
}

function findRecipe(
  { recipe, recipeVersion }: Assignment,
  { recipes, scripts }: Pick<Trainers, "recipes" | "scripts">,
): RecipeManifest {
  const found = recipes.find((r) => r.slug === recipe);
  if (!found) {
    const known = [...recipes.map((r) => r.slug), ...(scripts?.slugs ?? [])].join(", ");
    throw new RefusedAssignment(`This worker has no recipe "${recipe}". It has: ${known}.`);
  }
  if (found.version !== recipeVersion)
    throw new RefusedAssignment(
      `The run wants ${recipe} ${recipeVersion}, this worker has ${found.version}. Update the older of the two and launch again.`,
    );
  return found;
}

const SUPERVISOR = fileURLToPath(new URL("./supervisor.mjs", import.meta.url));
const SUPERVISOR_FLAGS = ["--max-semi-space-size=1", "--max-old-space-size=32"];
/** What supervises the attempt of a folder, wherever that folder is seen. */
export const supervisorCommand = ({ path }: RunDirectory): string[] => [
  process.execPath,
  ...SUPERVISOR_FLAGS,
  SUPERVISOR,
  path,
];

/** Marks the supervisor itself, so that one that has not written start.json yet is found. */
export const SUPERVISES = "ABLAB_SUPERVISES";

/**
 * Starts the supervisor of a run directory with a saved launch.json, in a session of its own: nothing that happens to
 * this process reaches it. Throws when the system cannot start one.
 */
export function startSupervisor(directory: RunDirectory, attemptId: string): ProcessId {
  const log = openSync(directory.supervisorLog, "a", 0o600);
  try {
    const [program, ...args] = supervisorCommand(directory);
    const supervisor = spawn(program, args, {
      cwd: directory.path,
      detached: true,
      env: { ...passedOn(process.env), [SUPERVISES]: attemptId } as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", log, log],
    });
    // Its end is seen in its records; here it only must not become an unhandled event.
    supervisor.on("error", () => {});
    supervisor.unref();
    if (supervisor.pid === undefined) throw new Error(`cannot start ${process.execPath}`);
    return { pid: supervisor.pid, start: startOf(supervisor.pid) ?? "ended" };
  } finally {
    closeSync(log);
  }
}

/** The last thing a supervisor said about itself. */
export function lastWordOfSupervisor(directory: RunDirectory): string {
  try {
    const lines = readFileSync(directory.supervisorLog, "utf8").trim().split("\n");
    return lines.at(-1)?.slice(0, 500) ?? "";
  } catch {
    return "";
  }
}
