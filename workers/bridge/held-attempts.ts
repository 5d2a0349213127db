import { rm } from "node:fs/promises";
import type { Assignment, RegisterAnswer } from "../protocol/messages.ts";
import { findHeldAttempts } from "./adopt.ts";
import { runAttempt } from "./attempt-loop.ts";
import { type Attempt, AttemptLeft, openAttempt } from "./attempt.ts";
import type { Client } from "./calls/client.ts";
import { pause } from "./retryable.ts";
import { secretValues } from "../protocol/recipes/secret-fields.ts";
import { type LaunchRecord, openRunDirectory, type RunDirectory } from "./run-directory.ts";
import { versionWithHash } from "../protocol/recipes/script-version.ts";
import { readSurroundings } from "../scripts/read-surroundings.ts";
import type { WorkingFolder } from "../scripts/working-folder.ts";
import { goOnInFolder } from "./scripts/go-on.ts";
import { preparePython } from "./scripts/prepare-python.ts";
import { StoppedBefore } from "./scripts/tell-meanwhile.ts";
import { type LaunchContext, planLaunch, type Trainers } from "./trainer-process.ts";
import type { Executor } from "./executors/executor.ts";
import type { ExitRecord } from "../protocol/exit.ts";
import { noteWrittenThrough } from "./files/written-through.ts";
import { fetchBenchmarks } from "./benchmarks.ts";
import { fetchInputs } from "./inputs.ts";
import type { GpuContext } from "./machine/given-gpus.ts";
import type { GpuHolder } from "./machine/gpu-holds.ts";
import type { LiveTraining } from "./machine/run-series.ts";
import { RefusedAssignment } from "./session.ts";

/**
 * Starts the trainer of an attempt that was proven to be unstarted. Resolves to null when it is under way or the signal
 * came first, and to the exit record when this worker cannot run it: the sentence in it is for the run page.
 */
async function bringUp(
  attempt: Attempt,
  { client, home, executor }: Pick<HeldAttemptsOptions, "client" | "home" | "executor">,
  context: () => LaunchContext,
  heartbeatMs: () => number,
  signal: AbortSignal,
): Promise<ExitRecord | null> {
  try {
    // First of all: a worker that dies from here on leaves the next one something to go by.
    attempt.directory.saveAssignment(attempt.assignment);
    if (!(await fetchBenchmarks(client, home, attempt.assignment, signal))) return null;
    if (!(await fetchInputs(client, home, attempt.assignment, signal))) return null;
    const { scripts, python: source } = context().trainers;
    const { recipe, recipeVersion } = attempt.assignment;
    attempt.directory.saveLaidOut(null);
    const working = (await scripts?.take(recipe, recipeVersion, attempt.directory.work)) ?? null;
    if (working) await goOnInFolder(attempt, working, { home, heartbeatMs, signal });
    const python =
      working?.script.file.python && source
        ? await preparePython(attempt, working.script, {
            source,
            path: process.env.PATH,
            heartbeatMs,
            signal,
          })
        : null;
    if (signal.aborted) return null;
    // Only now: what was fetched may have taken minutes, and GPUs change.
    const now = { ...context(), working, python };
    const launch = planLaunch(attempt.assignment, now, process.env);
    if (working) await noteSurroundings(attempt, working, now, launch);
    attempt.directory.saveLaunch(launch, secretValues(working?.script.manifest.fields ?? [], process.env));
    await executor.submit(attempt.watch.job, signal);
    return null;
  } catch (error) {
    if (error instanceof AttemptLeft) throw error;
    if (error instanceof StoppedBefore) return error.exit;
    const detail = error instanceof Error ? error.message : String(error);
    attempt.say(`refused: ${detail}`);
    return refusal(detail, error instanceof RefusedAssignment && error.again);
  }
}

/**
 * Writes down with what a script of somebody's is started; of recipes of our own the version says all. What is asked for it is
 * not of the run, so it lacks the tag: one that lingers would be taken for a training that is under way.
 */
async function noteSurroundings(
  { assignment, directory }: Attempt,
  working: WorkingFolder,
  { gpus }: LaunchContext,
  { argv, env: ofRun }: LaunchRecord,
): Promise<void> {
  const hasGpu = gpus.length > 0;
  const env = Object.fromEntries(Object.entries(ofRun).filter(([name]) => name !== "ABLAB_RUN"));
  const given = gpus
    .filter(({ uuid }) => assignment.gpus.includes(uuid))
    .map(({ uuid, name, memoryTotalMiB: memoryMiB }) => ({ uuid, name, memoryMiB }));
  const found = await readSurroundings(working, { program: argv[0], env, hasGpu, gpus: given });
  if (versionWithHash(working.script.file.version, found.hash ?? "") !== assignment.recipeVersion)
    throw new RefusedAssignment(
      `The copy of ${assignment.recipe} in ${working.script.folder} was changed before the start. Launch the run again.`,
    );
  directory.saveSurroundings(found);
}

function refusal(detail: string, again: boolean): ExitRecord {
  return {
    code: null,
    signal: null,
    askedBy: null,
    reason: "refused",
    endedAt: Date.now(),
    escalation: [],
    detail: detail.slice(0, 2000),
    ...(again && { again }),
    leftovers: 0,
  };
}

export interface HeldAttemptsOptions {
  /** Origin of the server. */
  server: string;
  home: string;
  trainers: Trainers;
  /** The GPUs as they are this moment. */
  gpuContext: () => GpuContext;
  client: Client;
  /** What runs the attempts. */
  executor: Executor;
  terms: () => RegisterAnswer;
  log: (line: string) => void;
  stopping: AbortSignal;
}

export interface HeldAttempts {
  /** Every attempt on disk that the server has not been told all about. */
  undelivered: () => string[];
  /** Attempts that take a slot: also those that were left to another owner while their process still runs. */
  occupied: () => number;
  forget: (attemptIds: readonly string[]) => void;
  /** Ends what runs of an attempt whose run was deleted, and follows it no more; resolves when nothing of it runs. */
  letGo: (attemptId: string, deletedAt: number) => Promise<void>;
  /** Follows what was found on disk; called once, after the server has been heard. */
  followAdopted: () => void;
  /** Takes an assignment and follows it. One that is held already is not started again. */
  take: (assignment: Assignment) => void;
  /** Trainings that run right now, for the line a stopping worker leaves behind. */
  stillRunning: () => { name: string; pid: number }[];
  /** Attempts that are not over, with the GPUs that were given to them. */
  gpuHolders: () => GpuHolder[];
  /** Trainings with a process that runs here, for what their machine does meanwhile. */
  liveTrainings: () => LiveTraining[];
  settled: () => Promise<void>;
}

interface Held {
  attempt: Attempt;
  /** Aborted when the server says that it has forgotten the attempt. */
  forgotten: AbortController;
  /** Nothing of it is left here; it only waits for the server. */
  ended: boolean;
  /** Resolves when nobody follows it any more. */
  followed?: Promise<void>;
}

const TRY_AGAIN_MS = 2000;

/** The attempts of one worker. What a former worker on this home held is found again on disk. */
export function holdAttempts(options: HeldAttemptsOptions): HeldAttempts {
  const { home, client, executor, log, stopping, terms } = options;
  const held = new Map<string, Held>();
  const following = new Set<Promise<void>>();

  const isOpen = ({ attempt }: Pick<Held, "attempt">) => attempt.directory.closed() === null;

  function hold(assignment: Assignment, directory: RunDirectory): Held {
    const attempt = openAttempt(assignment, { client, executor, directory, terms, log });
    const entry = { attempt, forgotten: new AbortController(), ended: false };
    held.set(attempt.id, entry);
    return entry;
  }

  async function follow(entry: Held): Promise<void> {
    const { attempt, forgotten } = entry;
    while (!stopping.aborted) {
      try {
        if (!isOpen(entry)) await attempt.watch.untilGone(stopping);
        else
          await runAttempt(attempt, {
            bringUp: (signal) => bringUp(attempt, options, launchContext, () => terms().heartbeatMs, signal),
            heartbeatMs: () => terms().heartbeatMs,
            stopping,
            forgotten: forgotten.signal,
            onEnded() {
              entry.ended = true;
              try {
                noteWrittenThrough(attempt.directory);
              } catch (error) {
                attempt.say(`what it changed through links cannot be noted: ${String(error)}`);
              }
              // Tens of MiB, of use to nobody: another run compiles what it was approved with.
              rm(attempt.directory.bytecode, { recursive: true, force: true }).catch(() => {});
            },
          });
        break;
      } catch (error) {
        attempt.say(`following it failed and is tried again: ${String(error)}`);
        await pause(TRY_AGAIN_MS, stopping);
      }
    }
    if (!stopping.aborted) held.delete(attempt.id);
  }

  function launchContext(): LaunchContext {
    const { server, trainers } = options;
    return { server, trainers, home, executor, ...options.gpuContext() };
  }

  function start(entry: Held): void {
    const work: Promise<void> = follow(entry).finally(() => following.delete(work));
    following.add(work);
    entry.followed = work;
  }

  for (const { directory, assignment } of findHeldAttempts(home)) hold(assignment, directory);

  return {
    undelivered: () => [...held.values()].filter(isOpen).map(({ attempt }) => attempt.id),
    occupied: () => [...held.values()].filter(({ ended }) => !ended).length,
    forget(attemptIds) {
      for (const id of attemptIds) held.get(id)?.forgotten.abort();
    },
    async letGo(id, deletedAt) {
      const entry = held.get(id);
      if (!entry) return;
      entry.forgotten.abort(new AttemptLeft("forgotten", "Its run was deleted.", deletedAt));
      await entry.attempt.endDead(deletedAt, stopping);
      await entry.followed;
    },
    followAdopted() {
      for (const entry of held.values()) start(entry);
    },
    take(assignment) {
      const known = held.get(assignment.attemptId);
      if (known) {
        known.attempt.renew(assignment);
        return;
      }
      start(hold(assignment, openRunDirectory(home, assignment.attemptId)));
    },
    stillRunning: () =>
      [...held.values()].flatMap(({ attempt }) => {
        const pid = attempt.watch.usage().alive ? attempt.watch.start()?.pid : undefined;
        return pid === undefined ? [] : [{ name: attempt.assignment.runName, pid }];
      }),
    gpuHolders: () =>
      [...held.values()].flatMap(({ attempt, ended }) =>
        ended || attempt.assignment.gpus.length === 0
          ? []
          : [{ attemptId: attempt.id, gpus: attempt.assignment.gpus }],
      ),
    liveTrainings: () =>
      [...held.values()].flatMap(({ attempt, ended }) => {
        const start = ended || !isOpen({ attempt }) ? null : attempt.watch.start();
        if (!start) return [];
        const { token, gpus, ranMs = 0 } = attempt.assignment;
        const { startedAt } = start;
        return [{ attemptId: attempt.id, token, gpus, startedAt, ranMs, usage: () => attempt.watch.usage() }];
      }),
    settled: async () => {
      await Promise.all(following);
    },
  };
}
