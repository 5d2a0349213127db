import { z } from "zod";
import type { ExitRecord } from "../protocol/exit.ts";
import {
  type Assignment,
  type Command,
  EventsAnswer,
  FinishAnswer,
  type FinishMessage,
  HeartbeatAnswer,
  type HeartbeatMessage,
  LogsAnswer,
  type LogsMessage,
  type RegisterAnswer,
  type StartMessage,
} from "../protocol/messages.ts";
import { maskArguments } from "../protocol/secrets/mask.ts";
import type { Client, Settled, AdapterRequest } from "./calls/client.ts";
import { openFileTeller } from "./files/tell-files.ts";
import { pause, retryDelayMs } from "./retryable.ts";
import type { RunDirectory } from "./run-directory.ts";
import { noteInPlace, openEventTail, openLogTail } from "./tail-events.ts";
import { type Executor, keyOf } from "./executors/executor.ts";
import { type Watch, watchJob } from "./watch.ts";

/** The server no longer wants to hear about the attempt; its process is left as it is, or is to end. */
export class AttemptLeft extends Error {
  readonly why: "fenced" | "forgotten";
  /** Since when somebody counts it as lost; null where its process is no affair of ours any more. */
  readonly deadSince: number | null;
  constructor(why: "fenced" | "forgotten", message: string, deadSince: number | null = null) {
    super(message);
    this.why = why;
    this.deadSince = deadSince;
  }
}

export interface AttemptDeps {
  client: Client;
  executor: Executor;
  directory: RunDirectory;
  /** Pace and limits as the server last set them. */
  terms: () => RegisterAnswer;
  log: (line: string) => void;
}

/** More to tell at once, not right now, not now and so many at one look that the next can wait, or ended by the signal. */
export type Told = "more" | "enough" | "stream" | "stopped";

/** From so many events at one look on a run streams: each request costs more than what is in it. */
const STREAM = 4;

export interface Attempt {
  readonly id: string;
  readonly directory: RunDirectory;
  readonly watch: Watch;
  /** What runs it has a queue of its own. */
  readonly queues: boolean;
  readonly assignment: Assignment;
  /** Takes over token and fence of an assignment that was handed out again. */
  renew(assignment: Assignment): void;
  tellStart(signal: AbortSignal): Promise<void>;
  /** One heartbeat, tried once: a late one says nothing that the next does not say better. */
  beat(): Promise<void>;
  tellEvents: (final: boolean, signal: AbortSignal) => Promise<Told>;
  tellLog: (final: boolean, signal: AbortSignal) => Promise<Told>;
  /** What lies in the output folder; of no weight for the end, which waits for it all the same. */
  tellFiles: (final: boolean, signal: AbortSignal) => Promise<Told>;
  /** `rewound`: the server wants events again before it accepts the end. */
  tellEnd(exit: ExitRecord, signal: AbortSignal): Promise<"accepted" | "rewound" | "stopped">;
  /** Ends what is left of an attempt that somebody marked as lost; resolves when nothing is, or the signal came. */
  endDead(deadSince: number, signal: AbortSignal): Promise<void>;
  say(line: string): void;
  /** Who asked for a stop, as the server last said; null where nobody did. */
  stopRequestedBy(): string | null;
  close(): void;
}

const Anything = z.unknown();

/**
 * What is told to the server about one attempt, message by message. Every message may be sent again; each method throws
 * `AttemptLeft` when the server has given the attempt to somebody else or does not know it.
 */
export function openAttempt(
  first: Assignment,
  { client, executor, directory, terms, log }: AttemptDeps,
): Attempt {
  const id = first.attemptId;
  const say = (line: string) => log(`${first.runName} (${id}): ${line}`);
  const watch = watchJob(executor, { key: keyOf(first), attemptId: id, directory });
  const events = openEventTail(directory.events);
  const output = openLogTail(directory.log, () => terms().maxLogBytes);
  const tellOfFiles = openFileTeller(directory, () => assignment.fence);
  let assignment = first;
  let logSize = 0;
  let logFull = false;
  /** Most events of the next batch: one after a refusal, to find the event that is refused, then doubled again. */
  let width = Number.MAX_SAFE_INTEGER;
  const refusedEvents = new Map<number, string>();
  let gaps = 0;
  let stopBy: string | null = null;

  function request<T>(verb: string, body: object | string, answer: z.ZodType<T>): AdapterRequest<T> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return { path: `attempts/${id}/${verb}`, token: assignment.token, body: text, answer };
  }

  /** Sends until the answer is one that the caller can use; a no that may be mended from outside is asked again, slowly. */
  async function insist<T>(
    make: () => AdapterRequest<T>,
    signal: AbortSignal,
    accepts: (error: string) => boolean = () => false,
  ): Promise<Settled<T>> {
    for (let tries = 1; ; tries++) {
      const outcome = await client.deliver(make, signal);
      if (outcome.kind === "fenced") throw fencedOff(outcome);
      if (outcome.kind !== "refused" && outcome.kind !== "unauthorized") return outcome;
      const error = outcome.kind === "refused" ? outcome.error : "unauthorized";
      if (error === "not_found") throw new AttemptLeft("forgotten", outcome.message);
      if (accepts(error)) return outcome;
      if (tries === 1)
        say(`the server refuses ${make().path}: ${outcome.message} It is kept and tried again.`);
      if (signal.aborted) return { kind: "stopped" };
      await pause(retryDelayMs(tries + 3), signal);
    }
  }

  function obey(command: Command): void {
    if (command.kind !== "cancel") return;
    if (stopBy === null) say(`${command.askedBy} asks for a stop`);
    stopBy = command.askedBy;
    watch
      .stop({ askedBy: command.askedBy, at: command.at, ...terms().ladder })
      .catch((error: unknown) => say(`the stop could not be passed on, it is tried again: ${String(error)}`));
  }

  async function tellStart(signal: AbortSignal): Promise<void> {
    const start = watch.start();
    if (!start) return;
    const message: StartMessage = {
      fence: assignment.fence,
      pid: start.pid,
      pidStart: start.pidStart,
      bootId: start.bootId,
      supervisorPid: start.supervisorPid,
      startedAt: start.startedAt,
      device: start.device ?? directory.launch()?.device ?? "cpu",
      argv: maskArguments(start.argv.slice(0, 400).map((arg) => arg.slice(0, 2000))),
      surroundings: directory.surroundings() ?? undefined,
    };
    const outcome = await insist(() => request("start", message, Anything), signal, isAboutContent);
    if (outcome.kind === "refused") say(`the server refuses the start: ${outcome.message}`);
  }

  async function beat(): Promise<void> {
    await watch.look();
    const place = watch.place();
    const message: HeartbeatMessage = {
      fence: assignment.fence,
      sentAt: Date.now(),
      ...watch.usage(),
      ...(place && { place }),
    };
    const told = { seq: events.seq, logSize };
    const outcome = await client.once(request("heartbeat", message, HeartbeatAnswer));
    if (outcome.kind === "ok") {
      obey(outcome.data.command);
      rewindTo(outcome.data, told);
    }
    if (outcome.kind === "fenced") throw fencedOff(outcome);
    if (outcome.kind === "refused" && outcome.error === "not_found")
      throw new AttemptLeft("forgotten", outcome.message);
  }

  /** A server that has less than it had accepted before the heartbeat, a restored backup for instance, gets it again. */
  function rewindTo(has: HeartbeatAnswer, told: { seq: number; logSize: number }): void {
    if (has.ackSeq < told.seq) events.seek(has.ackSeq);
    if (has.logSize >= told.logSize) return;
    logSize = has.logSize;
    logFull = false;
  }

  async function tellEvents(final: boolean, signal: AbortSignal): Promise<Told> {
    const { maxEventsPerBatch, maxBytesPerBatch } = terms();
    const batch = events.read(Math.min(maxEventsPerBatch, width), maxBytesPerBatch, final);
    if (batch.events.length === 0) return "enough";
    const { firstSeq } = batch;
    const texts = batch.events.map((text, k) => {
      const refusal = refusedEvents.get(firstSeq + k);
      return refusal === undefined ? text : noteInPlace(firstSeq + k, refusal, Date.now());
    });
    const make = () =>
      request(
        "events",
        `{"fence":${assignment.fence},"firstSeq":${firstSeq},"events":[${texts.join(",")}]}`,
        EventsAnswer,
      );
    const isReplaced = refusedEvents.has(firstSeq);
    const outcome = await insist(make, signal, (error) => isAboutContent(error) && !isReplaced);

    if (outcome.kind === "stopped") return "stopped";
    if (outcome.kind === "refused") {
      if (texts.length > 1) width = 1;
      else refusedEvents.set(firstSeq, `The server refuses it: ${outcome.message}`);
      return "more";
    }
    if (outcome.kind === "gap") {
      await goOnAfter(outcome.ackSeq, signal);
      return "more";
    }
    if (outcome.kind !== "ok") return "more";
    gaps = 0;
    width = Math.min(width * 2, Number.MAX_SAFE_INTEGER);
    // A node that posts itself may be ahead of what a shared folder shows here.
    const sent = firstSeq + texts.length - 1;
    if (!events.seek(outcome.data.ackSeq)) events.seek(sent);
    obey(outcome.data.command);
    if (batch.isFull || final) return "more";
    return texts.length >= STREAM ? "stream" : "enough";
  }

  async function goOnAfter(ackSeq: number, signal: AbortSignal): Promise<void> {
    if (!events.seek(ackSeq))
      say(`the server has ${ackSeq} events, more than events.ndjson; was the file cut from outside?`);
    gaps += 1;
    if (gaps > 1) await pause(retryDelayMs(gaps), signal);
  }

  async function tellLog(final: boolean, signal: AbortSignal): Promise<Told> {
    const piece = logFull ? null : output.read(logSize, final);
    if (!piece) return "enough";
    const message = (): LogsMessage => ({
      fence: assignment.fence,
      offset: piece.offset,
      bytes: piece.bytes.toString("base64"),
    });
    const outcome = await insist(() => request("logs", message(), LogsAnswer), signal);
    if (outcome.kind === "stopped") return "stopped";
    if (outcome.kind === "offset") logSize = outcome.size;
    if (outcome.kind !== "ok") return "more";
    logSize = outcome.data.size;
    logFull = outcome.data.full;
    obey(outcome.data.command);
    return piece.isFull || final ? "more" : "enough";
  }

  async function tellFiles(final: boolean, signal: AbortSignal): Promise<Told> {
    let stopped = false;
    await tellOfFiles(final, async (verb, body, answer) => {
      const outcome = await insist(() => request(verb, body, answer), signal, isAboutContent);
      stopped = outcome.kind === "stopped";
      if (outcome.kind === "refused") say(`the server refuses its ${verb}: ${outcome.message}`);
      return outcome.kind === "ok" ? outcome.data : null;
    });
    return stopped ? "stopped" : "enough";
  }

  async function tellEnd(exit: ExitRecord, signal: AbortSignal): Promise<"accepted" | "rewound" | "stopped"> {
    const message = (): FinishMessage => ({ fence: assignment.fence, lastSeq: events.seq, exit });
    const outcome = await insist(() => request("finish", message(), FinishAnswer), signal);
    if (outcome.kind === "stopped") return "stopped";
    if (outcome.kind !== "gap") return "accepted";
    await goOnAfter(outcome.ackSeq, signal);
    return "rewound";
  }

  return {
    id,
    directory,
    watch,
    queues: executor.caps.queues,
    get assignment() {
      return assignment;
    },
    renew(again) {
      if (again.fence < assignment.fence) return;
      assignment = again;
      directory.saveAssignment(again);
    },
    tellStart,
    beat,
    tellEvents,
    tellLog,
    tellFiles,
    tellEnd,
    endDead: (deadSince, signal) =>
      watch.endAll({ askedBy: "somebody who marked it as lost", at: deadSince, ...terms().ladder }, signal),
    say,
    stopRequestedBy: () => stopBy,
    close: () => events.close(),
  };
}

const fencedOff = ({ message, deadSince }: { message: string; deadSince?: number }): AttemptLeft =>
  new AttemptLeft("fenced", message, deadSince ?? null);

function isAboutContent(error: string): boolean {
  return error === "invalid" || error === "too_large";
}
