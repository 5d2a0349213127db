import { pause } from "../../retryable.ts";
import { isRunning } from "../../proc.mjs";
import { lastWordOfSupervisor, startSupervisor } from "../../trainer-process.ts";
import { type Executor, type Job, JobRefused, type JobKey, type Seen } from "../executor.ts";
import { readPiece } from "../read-piece.ts";
import { type LocalJob, openLocalJob } from "./local-job.ts";

/** A supervisor that is gone before it claimed the attempt has started nothing, so another one may try. */
const START_TRIES = 3;
const CLAIM_POLL_MS = 20;
const STARTING_POLL_MS = 25;
const POLL_MS = 250;

/** Processes of this machine: today's and every worker's usual way. */
export function openLocal(): Executor {
  const jobs = new Map<JobKey, LocalJob>();

  function jobOf({ key, directory, attemptId }: Job): LocalJob {
    const known = jobs.get(key) ?? openLocalJob(directory, attemptId);
    jobs.set(key, known);
    return known;
  }

  async function untilStarted(job: Job, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && jobOf(job).look().is === "starting") await pause(STARTING_POLL_MS, signal);
    if (jobOf(job).look().is === "orphaned") await jobOf(job).tend();
  }

  return {
    kind: "local",
    caps: { queues: false, givesDevices: false, pollMs: POLL_MS },
    probe: async () => ({ version: process.version, problems: [] }),
    async submit(job, signal) {
      for (let tries = 1; tries <= START_TRIES; tries++) {
        if (signal.aborted || jobOf(job).look().is !== "unstarted") return;
        const supervisor = startSupervisor(job.directory, job.attemptId);
        while (!job.directory.claimed() && isRunning(supervisor)) await pause(CLAIM_POLL_MS);
        await untilStarted(job, signal);
        if (jobOf(job).look().is !== "unstarted") return;
      }
      throw new JobRefused(`The supervisor could not start. ${lastWordOfSupervisor(job.directory)}`);
    },
    async lookup({ directory }) {
      const claim = directory.start() ?? directory.claim();
      return claim ? String(claim.supervisorPid) : null;
    },
    async status(asked, how) {
      const seen = await Promise.all(
        asked.map(async (job): Promise<[JobKey, Seen]> => {
          const verdict = how?.tend ? await jobOf(job).tend() : jobOf(job).look();
          const usage = jobOf(job).usage();
          // What was done to an orphan goes with its end, which only who tends it tells.
          if (verdict.is === "ended" && how?.tend) jobs.delete(job.key);
          return [job.key, { verdict, usage, place: null }];
        }),
      );
      return new Map(seen);
    },
    async stop(job, order) {
      jobOf(job).stop(order);
    },
    async read({ directory }, what, offset, max) {
      const path = { events: directory.events, log: directory.log, supervisor: directory.supervisorLog }[
        what
      ];
      return readPiece(path, offset, max);
    },
    capacity: async () => null,
    close() {},
  };
}
