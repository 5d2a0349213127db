import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Engine } from "../../../protocol/executors/engine.ts";
import { supervisorCommand } from "../../trainer-process.ts";
import { readRecord, writeWhole } from "../../record-file.mjs";
import { pause } from "../../retryable.ts";
import type { RunDirectory, StopRecord } from "../../run-directory.ts";
import { EngineSilent, type Executor, type Job, JobRefused, type JobKey, type Seen } from "../executor.ts";
import { patient } from "../patience.ts";
import { readPiece } from "../read-piece.ts";
import { openSlurmBook } from "./ask-slurm.ts";
import { runProgram } from "./commands.ts";
import { idOfAnswer, isSilence, jobScript, refusalOf, sbatchArguments } from "./job-script.ts";
import { readPartitions } from "./limits.ts";
import { isOver, judgeSlurm } from "./states.ts";

export interface SlurmOptions {
  /** Between two questions about all jobs. */
  pollMs: number;
  /** A supervisor that has written nothing for so long is said to be silent. */
  silentAfterMs: number;
  /** How long a record waits for Slurm's word on its end. */
  wordMs: number;
  /** How often the folders of jobs are looked at. */
  lookMs: number;
}

export const SLURM_PACE: SlurmOptions = {
  pollMs: 15_000,
  silentAfterMs: 120_000,
  wordMs: 20_000,
  lookMs: 1000,
};

/** What a job's folder keeps of what Slurm was told, so that a later worker does not tell it again. */
const Sent = z.object({ id: z.string().nullable() });

/** What the supervisor writes every few seconds, so that somebody elsewhere sees that it lives. */
const Beat = z.object({ n: z.number(), rssMiB: z.number().nullable(), cpuSeconds: z.number().nullable() });

/** What is remembered of a job while this process lives; everything else lies in its folder. */
interface Memory {
  beat: number | null;
  beatAt: number;
  recordAt: number | null;
  overAt: number | null;
  /** How often Slurm had answered when the claim was first seen. */
  claimedAt: number | null;
  stopAt: number | null;
  toldAt: number;
  cancelled: boolean;
  withdrawn: boolean;
}

const NOTHING_KNOWN: Memory = {
  beat: null,
  beatAt: 0,
  recordAt: null,
  overAt: null,
  claimedAt: null,
  stopAt: null,
  toldAt: -Infinity,
  cancelled: false,
  withdrawn: false,
};

const TRY_AGAIN_MS = 3000;
/** Between two signals that say the same. */
const TELL_AGAIN_MS = 10_000;
/** After the patience of a stop is over, Slurm's own way of ending a job is taken. */
const AFTER_PATIENCE_MS = 15_000;
const LIMITS_MS = 60_000;

/** Jobs of a Slurm cluster, asked for by its programs. It runs where they are: on a login node. */
export function openSlurm(options: SlurmOptions = SLURM_PACE): Executor {
  const book = openSlurmBook(options.pollMs);
  const memories = new Map<JobKey, Memory>();
  const sending = new Map<JobKey, Promise<void>>();
  let engine: Engine | null = null;
  let engineAt = -Infinity;

  const sentFile = ({ directory }: Job) => join(directory.path, "slurm.json");
  const sent = (job: Job) => Sent.safeParse(readRecord(sentFile(job))).data ?? null;

  function memoryOf({ key }: Job): Memory {
    const memory = memories.get(key) ?? { ...NOTHING_KNOWN };
    memories.set(key, memory);
    return memory;
  }

  async function lookup(job: Job): Promise<string | null> {
    const known = sent(job)?.id;
    if (known) return known;
    const row = await book.find(job.key);
    if (!row) return null;
    writeWhole(sentFile(job), { id: row.id });
    book.learn(job.key, row.id);
    return row.id;
  }

  /** Looks before it sends, and looks again before it believes an error: the answer may be lost, not the job. */
  async function send(job: Job, signal: AbortSignal): Promise<void> {
    if (job.directory.claimed()) return;
    const ask = job.directory.launch()?.slurm ?? {};
    while (!signal.aborted) {
      try {
        if ((await lookup(job)) !== null || job.directory.stop()) return;
        // From here on Slurm may have it, whatever it says.
        writeWhole(sentFile(job), { id: null });
        const said = await runProgram(
          "sbatch",
          sbatchArguments(job.key, job.directory.path, ask),
          jobScript(supervisorCommand(job.directory)),
        );
        const id = said.code === 0 ? idOfAnswer(said.out) : null;
        if (id !== null) {
          writeWhole(sentFile(job), { id });
          book.learn(job.key, id);
          return;
        }
        if ((await lookup(job)) !== null) return;
        if (!isSilence(said.err)) throw new JobRefused(`Slurm refuses the job: ${refusalOf(said.err)}`);
      } catch (error) {
        if (!(error instanceof EngineSilent)) throw error;
      }
      await pause(TRY_AGAIN_MS, signal);
    }
  }

  /** How long ago the supervisor wrote something else than before; null before it has. Clocks of nodes are not compared. */
  function listen(directory: RunDirectory, memory: Memory) {
    const beat = Beat.safeParse(readRecord(join(directory.path, "beat.json"))).data ?? null;
    if (beat && beat.n !== memory.beat) {
      memory.beat = beat.n;
      memory.beatAt = performance.now();
    }
    return { beat, silentMs: memory.beat === null ? null : performance.now() - memory.beatAt };
  }

  function seenOf(job: Job): Seen {
    const { directory, key } = job;
    const memory = memoryOf(job);
    const record = directory.exit();
    const row = book.rowOf(key);
    if (record?.settled && memory.recordAt === null) {
      memory.recordAt = performance.now();
      book.hurry();
    }
    const { beat, silentMs } = listen(directory, memory);
    const waited = memory.recordAt === null ? 0 : performance.now() - memory.recordAt;
    memory.overAt = row && isOver(row.state) ? (memory.overAt ?? performance.now()) : null;
    const overFor = memory.overAt === null ? 0 : performance.now() - memory.overAt;
    const started = directory.start() !== null;
    const claimed = directory.claimed();
    if (claimed && memory.claimedAt === null) {
      memory.claimedAt = book.asked;
      book.hurry();
    }
    const isBehind = memory.claimedAt !== null && book.asked < memory.claimedAt + 2;
    const { verdict, place, cancelAgain } = judgeSlurm({
      row,
      answers: book.answers,
      sent: (sent(job)?.id ?? null) !== null,
      claimed,
      // An answer may have been under way when the claim came.
      isNewerThanClaim: !isBehind,
      started,
      record,
      recordIsOld: waited > options.wordMs || (!book.answers && waited > 0),
      wordIsOld: overFor > options.wordMs,
      silentMs,
      silentAfterMs: options.silentAfterMs,
      stop: directory.stop(),
      now: Date.now(),
      lastWord: lastLine(directory.supervisorLog),
    });
    if (isBehind || verdict.is === "ending" || (row && !isOver(row.state) && verdict.is === "ended"))
      book.hurry();
    if (cancelAgain && !memory.withdrawn && row) {
      memory.withdrawn = true;
      void runProgram("scancel", [row.id]);
    }
    const alive = started && verdict.is === "running";
    const usage = {
      alive,
      rssMiB: alive ? (beat?.rssMiB ?? null) : null,
      cpuSeconds: alive ? (beat?.cpuSeconds ?? null) : null,
    };
    return { verdict, usage, place: { ...place, job: place.job ?? sent(job)?.id ?? null } };
  }

  async function stop(job: Job, order: StopRecord): Promise<void> {
    const { directory } = job;
    if (directory.exit()?.settled || !directory.launch()) return;
    const memory = memoryOf(job);
    if (!directory.stop()) directory.saveStop(patient(directory, order));
    memory.stopAt ??= performance.now();
    const id = sent(job)?.id ?? (sent(job) ? await lookup(job) : null);
    if (id === null) return;
    book.hurry();
    const { sigintMs, sigtermMs, first } = directory.stop() ?? order;
    const patienceMs = (first === "SIGTERM" ? 0 : sigintMs) + sigtermMs + AFTER_PATIENCE_MS;
    if (directory.claimed() && performance.now() - memory.stopAt < patienceMs) {
      // The supervisor reads the order from its folder, and sooner when it is told to. `--batch`: else only steps would hear it.
      if (performance.now() - memory.toldAt < TELL_AGAIN_MS) return;
      memory.toldAt = performance.now();
      await runProgram("scancel", ["--batch", "--signal=TERM", id]);
    } else if (!memory.cancelled) {
      memory.cancelled = (await runProgram("scancel", [id])).code === 0;
    }
  }

  async function probe() {
    const [version, queue, accounting] = await Promise.all([
      runProgram("scontrol", ["--version"]),
      runProgram("squeue", ["--me", "--noheader", "--format=%i"]),
      runProgram("sacct", ["-X", "-n", "-P", "--starttime=now-1minutes", "--format=JobIDRaw"]),
    ]);
    const problems = [
      ...(version.code === 0 ? [] : [`Slurm's programs cannot be used here: ${version.err.slice(0, 200)}`]),
      ...(version.code !== 0 || queue.code === 0
        ? []
        : [`Slurm does not answer: ${queue.err.slice(0, 200)}`]),
      ...(version.code !== 0 || accounting.code === 0
        ? []
        : [
            "Slurm keeps no record of ended jobs here (sacct), so an end that left no record of ours stays unknown.",
          ]),
    ];
    return { version: version.out.trim() || "unknown", problems };
  }

  async function capacity(): Promise<Engine | null> {
    if (performance.now() - engineAt < LIMITS_MS && engine && book.answers) return engine;
    engineAt = performance.now();
    const [{ version, problems }, partitions, nodes] = await Promise.all([
      probe(),
      runProgram("scontrol", ["-o", "show", "partition"]),
      runProgram("scontrol", ["-o", "show", "node"]),
    ]);
    const isSaid = partitions.code === 0 && nodes.code === 0;
    engine = {
      kind: "slurm",
      version: version.slice(0, 80),
      at: Date.now(),
      problems: problems.map((problem) => problem.slice(0, 400)),
      partitions: isSaid ? readPartitions(partitions.out, nodes.out) : (engine?.partitions ?? []),
    };
    return engine;
  }

  return {
    kind: "slurm",
    caps: { queues: true, givesDevices: true, pollMs: options.lookMs },
    probe,
    capacity,
    lookup,
    stop,
    async submit(job, signal) {
      const before = sending.get(job.key);
      if (before) return before;
      const work = send(job, signal).finally(() => sending.delete(job.key));
      sending.set(job.key, work);
      return work;
    },
    async status(jobs, how) {
      const sentOnes = jobs.filter((job) => sent(job) !== null || job.directory.claimed());
      for (const job of sentOnes) memoryOf(job);
      if (sentOnes.length > 0) await book.refresh([...memories.keys()]);
      return new Map(
        jobs.map((job): [JobKey, Seen] => {
          const seen = seenOf(job);
          if (seen.verdict.is === "ended" && how?.tend) memories.delete(job.key);
          return [job.key, seen];
        }),
      );
    },
    async read({ directory }, what, offset, max) {
      const path = { events: directory.events, log: directory.log, supervisor: directory.supervisorLog }[
        what
      ];
      return readPiece(path, offset, max);
    },
    close() {},
  };
}

function lastLine(path: string): string {
  try {
    return readFileSync(path, "utf8").trim().split("\n").at(-1)?.slice(0, 500) ?? "";
  } catch {
    return "";
  }
}
