import type { EscalationStep, ExitRecord } from "../../../protocol/exit.ts";
import { judgeAttempt, lookAt, processesOf, type Verdict } from "../../adopt.ts";
import {
  ageOf,
  findRunProcesses,
  isRunning,
  type ProcessId,
  readProcess,
  signalProcess,
} from "../../proc.mjs";
import type { RunDirectory, StartRecord, StopRecord } from "../../run-directory.ts";
import { endLeftovers, ladderOf, walkLadder } from "../../stop-ladder.mjs";
import type { TrainerUsage } from "../executor.ts";
import { patient } from "../patience.ts";

type Ladder = Parameters<typeof walkLadder>[1];

export interface LocalJob {
  look(): Verdict;
  usage(): TrainerUsage;
  /** Asks for an end; repeating it is harmless. While the start is under way it does nothing: the server asks again. */
  stop(stop: StopRecord): void;
  /** Looks, and where the processes have no supervisor does what it would do: names the trainer, ends what it left. */
  tend(): Promise<Verdict>;
}

/** The processes of one attempt on this machine by its records; it makes no difference who started them. */
export function openLocalJob(directory: RunDirectory, attemptId: string): LocalJob {
  let known: StartRecord | null = null;
  /** What was done to processes without a supervisor; the supervisor records its own. */
  const orphan = {
    askedBy: null as string | null,
    overTime: false,
    escalation: [] as EscalationStep[],
    leftovers: 0,
  };
  let stopping: Promise<void> | null = null;

  const start = () => (known ??= directory.start());
  const look = () => judgeAttempt(lookAt(directory, attemptId));

  function processes() {
    const record = start();
    return record && processesOf(record);
  }

  function usage(): TrainerUsage {
    const trainer = processes()?.trainer;
    if (!trainer || !isRunning(trainer)) return { alive: false, rssMiB: null, cpuSeconds: null };
    const facts = readProcess(trainer.pid);
    return { alive: true, rssMiB: facts?.rssMiB ?? null, cpuSeconds: facts?.cpuSeconds ?? null };
  }

  function stop(order: StopRecord): void {
    if (directory.exit()) return;
    if (!start() && look().is === "orphaned") nameTrainer();
    const ids = processes();
    if (ids) {
      if (!directory.stop()) directory.saveStop(patient(directory, order));
      if (signalProcess(ids.supervisor, "SIGTERM")) return;
    }
    if (!stopping && look().is === "orphaned") stopping = stopOrphan(order, ids?.trainer ?? null);
  }

  /**
   * A supervisor that was killed between starting the trainer and saying so leaves a process without a record. The
   * oldest process with the tag is the trainer, or what is left of it: it is followed, not ended.
   */
  function nameTrainer(): void {
    const claim = start() ? null : directory.claim();
    const [oldest] = claim
      ? findRunProcesses(attemptId).sort((a, b) => Number(a.start) - Number(b.start))
      : [];
    if (!claim || !oldest) return;
    const argv = directory.launch()?.argv ?? [];
    directory.saveStart({ ...claim, pid: oldest.pid, pidStart: oldest.start, startedAt: Date.now(), argv });
  }

  async function stopOrphan(order: StopRecord, trainer: ProcessId | null): Promise<void> {
    orphan.askedBy = order.askedBy;
    await endOrphan(trainer, patient(directory, order));
  }

  async function endOrphan(trainer: ProcessId | null, ladder: Ladder): Promise<void> {
    if (trainer) await walkLadder(trainer, ladder, (rung) => orphan.escalation.push(rung));
    orphan.leftovers += (await endLeftovers(attemptId)).count;
  }

  /** Its supervisor kept its time; without one whoever follows it does. */
  function endOverTime(): void {
    const { timeLimitMs, stop: patience } = directory.launch() ?? {};
    const record = start();
    const trainer = processes()?.trainer;
    if (stopping || timeLimitMs === undefined || !record || !trainer || !isRunning(trainer)) return;
    if ((ageOf(trainer) ?? Date.now() - record.startedAt) < timeLimitMs) return;
    orphan.overTime = true;
    stopping = endOrphan(trainer, ladderOf(patience));
  }

  async function tend(): Promise<Verdict> {
    const verdict = look();
    if (verdict.is === "ended") {
      await stopping;
      return { is: "ended", exit: withOrphanFacts(verdict.exit) };
    }
    if (verdict.is === "unstarted" && !usage().alive)
      return { is: "ended", exit: endWithoutRecords(directory.path) };
    if (verdict.is === "orphaned") {
      nameTrainer();
      endOverTime();
    }
    const isLeftover = verdict.is === "orphaned" && start() !== null && !usage().alive;
    if (isLeftover && !stopping) orphan.leftovers += (await endLeftovers(attemptId)).count;
    return verdict;
  }

  function withOrphanFacts(exit: ExitRecord): ExitRecord {
    const leftovers = exit.leftovers + orphan.leftovers;
    if (orphan.overTime && orphan.escalation.length > 0 && exit.reason === "supervisor_lost")
      return {
        ...exit,
        leftovers,
        reason: "time_limit",
        endedAt: Math.max(exit.endedAt, ...orphan.escalation.map(({ at }) => at)),
        escalation: orphan.escalation,
      };
    if (orphan.askedBy === null || exit.reason !== "supervisor_lost") return { ...exit, leftovers };
    return {
      ...exit,
      leftovers,
      askedBy: orphan.askedBy,
      escalation: orphan.escalation,
      detail: `${orphan.askedBy} asked for the stop. ${exit.detail}`,
    };
  }

  return { look, usage, stop, tend };
}

function endWithoutRecords(path: string): ExitRecord {
  return {
    code: null,
    signal: null,
    askedBy: null,
    reason: "unknown",
    endedAt: Date.now(),
    escalation: [],
    detail: `The folder ${path} was removed while the run was under way; how it ended is not known.`,
    leftovers: 0,
  };
}
