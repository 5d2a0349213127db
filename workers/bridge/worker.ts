import { claimLoop } from "./claim-loop.ts";
import { createClient } from "./calls/client.ts";
import type { WorkerConfig } from "./config.ts";
import { claimIdentity, listDevices } from "./identity.ts";
import { type HeldAttempts, holdAttempts } from "./held-attempts.ts";
import { Chores } from "./files/chores.ts";
import { LeftFolders } from "./files/left-folders.ts";
import { Machine } from "./machine/machine.ts";
import { RunSeries } from "./machine/run-series.ts";
import { pause } from "./retryable.ts";
import { openSession, type Session } from "./session.ts";
import { PythonEnvironments } from "../scripts/python/environments.ts";
import type { PythonSource } from "../scripts/python/python-of.ts";
import { ScriptFolders } from "./scripts/script-folders.ts";
import { followEngine } from "./executors/engine-news.ts";
import { openExecutor } from "./executors/open.ts";
import type { Trainers } from "./trainer-process.ts";

export interface WorkerOptions {
  config: WorkerConfig;
  trainers: Trainers;
  /** Version of this program, for the workers page. */
  version: string;
  log: (line: string) => void;
  /** Aborted to stop the worker; trainings go on. */
  stopping: AbortSignal;
  /** Longest time one request may take. */
  timeoutMs?: number;
}

/** What a stopping worker may still spend on sending what is on disk. */
const FLUSH_MS = 3000;

/**
 * The whole worker: takes its directory, finds what it held, registers, follows and claims until it is stopped.
 * Throws `DirectoryBusyError` and `RegistrationRefused` with the sentence for the person who started it.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { config, version, log, stopping, timeoutMs } = options;
  const slugs = options.trainers.recipes.map(({ slug }) => slug);
  const scripts = new ScriptFolders(config.recipes, slugs);
  const python: PythonSource =
    config.python === null
      ? { environments: new PythonEnvironments(config.home, process.env) }
      : { program: config.python };
  const trainers = { ...options.trainers, scripts, python };
  const identity = claimIdentity(config.home, config.server);
  const executor = openExecutor(config);
  let machine: Machine | null = null;
  try {
    const onReachable = (reachable: boolean, why: string) =>
      log(
        reachable
          ? `${config.server} answers again`
          : `${config.server} does not answer (${why}); trainings go on`,
      );
    const client = createClient(config.server, { timeoutMs, onReachable });
    const runSeries = new RunSeries(client, Date.now());
    const { gpuShare, sampleMs: everyMs } = config;
    const looked = new Machine({
      home: config.home,
      everyMs,
      gpuShare,
      holders: () => attempts.gpuHolders(),
      onMean: (mean, state) => runSeries.add(mean, state, attempts.liveTrainings()),
    });
    machine = looked;
    let session: Session | null = null;
    const terms = () => {
      if (!session) throw new Error("the worker is not registered yet");
      return session.terms;
    };
    const { home, server } = config;
    const gpuContext = () => ({ gpus: looked.gpus(), gpuShare });
    const reach = { server, client, terms, log, stopping };
    const attempts = holdAttempts({ ...reach, home, trainers, gpuContext, executor });
    const { gpus, gpuProblem } = await looked.first();
    if (gpuProblem !== null) log(`nvidia-smi shows no GPU: ${gpuProblem}`);
    const devices = listDevices(gpus);
    session = await openSession({
      client,
      config,
      identity: identity.identity,
      version,
      devices,
      offers: () => {
        const { recipes, folderProblems } = scripts.message();
        const own = trainers.recipes.map(({ slug, version: its }) => ({ slug, version: its }));
        return { recipes: [...own, ...recipes], folderProblems };
      },
      holding: attempts.undelivered,
      onForget: attempts.forget,
      log,
      signal: stopping,
    });
    if (session) {
      attempts.followAdopted();
      await claimLoop({
        session,
        slots: config.slots,
        occupied: attempts.occupied,
        offersChanged: () => scripts.hasChanged(),
        holding: attempts.undelivered,
        take: attempts.take,
        machine: looked,
        chores: new Chores(home, log),
        leftFolders: new LeftFolders(home, attempts.letGo, log),
        engine: followEngine(executor, log, stopping),
        log,
        stopping,
      });
      await Promise.race([attempts.settled(), pause(FLUSH_MS)]);
    }
    log(farewell(attempts));
  } finally {
    machine?.stop();
    executor.close();
    identity.release();
  }
}

function farewell(attempts: HeldAttempts): string {
  const running = attempts.stillRunning();
  if (running.length === 0) return "the worker has stopped; no training runs";
  const names = running.map(({ name, pid }) => `${name} (process ${pid})`).join(", ");
  const goOn = running.length === 1 ? "1 training goes on" : `${running.length} trainings go on`;
  return `the worker has stopped; ${goOn}: ${names}. Start the worker again to follow; to stop one here: kill -INT -- -${running[0].pid}`;
}
