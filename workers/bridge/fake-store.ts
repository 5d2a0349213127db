import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { ContentMessage, FilesMessage, type FoundFile } from "../protocol/attempts/files.ts";
import type { TrainerEvent } from "../protocol/events.ts";
import type { ExitRecord } from "../protocol/exit.ts";
import {
  ClaimMessage,
  EventsMessage,
  FinishMessage,
  HeartbeatMessage,
  LogsMessage,
  RegisterMessage,
  StartMessage,
} from "../protocol/messages.ts";
import type { Assignment, Command, RegisterAnswer, AdapterError } from "../protocol/messages.ts";
import type { MachineReport } from "../protocol/machine/machine.ts";
import type { PointsColumns } from "../protocol/points.ts";
import type { ProblemFile } from "../protocol/problem-file.ts";

/** An answer of the fake server. */
export interface Reply {
  status: number;
  body: unknown;
}

export interface FakeAttempt {
  assignment: Assignment;
  state: "queued" | "assigned" | "running" | "finished";
  command: Command;
  start: StartMessage | null;
  events: TrainerEvent[];
  log: Buffer;
  heartbeats: HeartbeatMessage[];
  files: FoundFile[];
  contents: Map<string, string>;
  /** Bodies of the wire of points, as they came. */
  points: PointsColumns[];
  exit: ExitRecord | null;
  /** Somebody has marked it as lost. */
  deadSince?: number;
  /** How often an end was accepted; more than once only after a lost answer. */
  finishes: number;
}

type Terms = Omit<RegisterAnswer, "workerId" | "token" | "forget">;

const QUICK_TERMS: Terms = {
  heartbeatMs: 100,
  pollMs: 50,
  maxEventsPerBatch: 200,
  maxBytesPerBatch: 900_000,
  maxLogBytes: 64 * 2 ** 20,
  ladder: { sigintMs: 300, sigtermMs: 300 },
};

/** What a server keeps and the rules of the wire, in memory. It outlives the fake server's restarts, as a database would. */
export class FakeStore {
  readonly attempts = new Map<string, FakeAttempt>();
  readonly benchmarks = new Map<string, ProblemFile>();
  /** Input files by `<attempt id>/<slot>`. */
  readonly inputs = new Map<string, object>();
  readonly registrations: RegisterMessage[] = [];
  /** What workers said of their machines, in order. */
  readonly machines: MachineReport[] = [];
  /** Attempts whose runs were deleted, until a worker has said that their folders are gone. */
  readonly leftFolders = new Set<string>();
  readonly workerToken = "worker-token";
  terms: Terms;
  /** Accepted session tokens; clear it to make the worker register again. */
  readonly sessions = new Set<string>();

  constructor(terms: Partial<Terms> = {}) {
    this.terms = { ...QUICK_TERMS, ...terms };
  }

  /** Queues an attempt; what is not given is filled in. */
  launch(given: Partial<Assignment> & Pick<Assignment, "recipe" | "recipeVersion" | "params">): FakeAttempt {
    const attemptId = given.attemptId ?? `att_${randomBytes(8).toString("hex")}`;
    const assignment: Assignment = {
      attemptId,
      runId: `run_${randomBytes(8).toString("hex")}`,
      runName: `run ${this.attempts.size + 1}`,
      n: 1,
      fence: 1,
      token: `token-of-${attemptId}`,
      seed: 1,
      benchmarks: [],
      inputs: [],
      gpus: [],
      ...given,
    };
    const attempt: FakeAttempt = {
      assignment,
      state: "queued",
      command: { kind: "continue" },
      start: null,
      events: [],
      log: Buffer.alloc(0),
      heartbeats: [],
      files: [],
      contents: new Map(),
      points: [],
      exit: null,
      finishes: 0,
    };
    this.attempts.set(attemptId, attempt);
    return attempt;
  }

  /** Asks for a stop, as a person on the run page would. */
  cancel(attempt: FakeAttempt, askedBy = "ada"): void {
    attempt.command = { kind: "cancel", askedBy, at: Date.now() };
  }

  /** Deletes the run of an attempt, which its worker is to remove. */
  remove({ assignment: { attemptId } }: FakeAttempt): void {
    this.attempts.delete(attemptId);
    this.leftFolders.add(attemptId);
  }

  register(token: string, body: unknown): Reply {
    if (token !== this.workerToken) return refuse(401, "unauthorized", "unknown worker token");
    return parsed(RegisterMessage, body, (message) => {
      this.registrations.push(message);
      const session = randomBytes(8).toString("hex");
      this.sessions.add(session);
      const forget = message.holding.filter(
        (id) => (this.attempts.get(id)?.state ?? "finished") === "finished",
      );
      return ok({ ...this.terms, workerId: "wkr_0123456789abcdef", token: session, forget });
    });
  }

  /** Hands out the next queued attempt, or again one whose worker never said that it has it. */
  claim(token: string, body: unknown): Reply {
    if (!this.sessions.has(token)) return refuse(401, "unauthorized", "unknown session");
    return parsed(ClaimMessage, body, ({ free, running, machine, goneFolders = [] }) => {
      if (machine) this.machines.push(machine);
      for (const { attemptId, problem } of goneFolders)
        if (problem === undefined) this.leftFolders.delete(attemptId);
      const leftFolders = [...this.leftFolders].map((attemptId) => ({ attemptId, deletedAt: 1 }));
      const all = [...this.attempts.values()];
      const next =
        all.find((a) => a.state === "assigned" && !running.includes(a.assignment.attemptId)) ??
        (free > 0 ? all.find((a) => a.state === "queued") : undefined);
      if (next) next.state = "assigned";
      const assignment = next?.assignment ?? null;
      return ok({ assignment, drain: false, pollMs: this.terms.pollMs, leftFolders });
    });
  }

  benchmark(token: string, hash: string): Reply {
    const known = [...this.attempts.values()].some((a) => a.assignment.token === token);
    if (!known) return refuse(403, "forbidden", "no attempt has this token");
    const file = this.benchmarks.get(hash);
    return file ? ok(file) : refuse(404, "not_found", "no such benchmark");
  }

  /** A message of an attempt. */
  attempt(id: string, verb: string, token: string, body: unknown): Reply {
    const attempt = this.attempts.get(id);
    if (!attempt) return refuse(404, "not_found", "no such attempt");
    if (attempt.assignment.token !== token) return refuse(403, "forbidden", "not this attempt's token");
    const fenced = (handle: () => Reply) => (message: { fence: number }) =>
      message.fence < attempt.assignment.fence
        ? attempt.deadSince === undefined
          ? refuse(409, "fenced", "another worker has this attempt")
          : refuse(409, "fenced", "ada marked it as lost.", { deadSince: attempt.deadSince })
        : handle();
    if (verb.startsWith("inputs/")) {
      const file = this.inputs.get(`${id}/${verb.slice("inputs/".length)}`);
      return file ? ok(file) : refuse(404, "not_found", "the source left nothing");
    }
    const on = <T extends { fence: number }>(schema: z.ZodType<T>, handle: (message: T) => Reply) =>
      parsed(schema, body, (message) => fenced(() => handle(message))(message));

    switch (verb) {
      case "start":
        return on(StartMessage, (message) => this.start(attempt, message));
      case "events":
        return on(EventsMessage, (message) => this.events(attempt, message));
      case "logs":
        return on(LogsMessage, (message) => this.logs(attempt, message));
      case "heartbeat":
        return on(HeartbeatMessage, (message) => {
          attempt.heartbeats.push(message);
          return ok({ command: attempt.command, ackSeq: attempt.events.length, logSize: attempt.log.length });
        });
      case "files":
        return on(FilesMessage, ({ files }) => {
          attempt.files = files;
          return ok({ full: false });
        });
      case "content":
        return on(ContentMessage, ({ path, bytes }) => {
          attempt.contents.set(path, Buffer.from(bytes, "base64").toString());
          return ok({ full: false });
        });
      case "points":
        attempt.points.push(body as PointsColumns);
        return ok({ ackSeq: attempt.points.flatMap(({ series }) => series.flatMap(({ x }) => x)).length });
      case "finish":
        return on(FinishMessage, (message) => this.finish(attempt, message));
      default:
        return refuse(404, "not_found", `no route ${verb}`);
    }
  }

  private start(attempt: FakeAttempt, message: StartMessage): Reply {
    if (attempt.start && (attempt.start.pid !== message.pid || attempt.start.pidStart !== message.pidStart))
      return refuse(400, "invalid", "this attempt was started as another process");
    attempt.start = message;
    if (attempt.state === "assigned") attempt.state = "running";
    return ok({ command: attempt.command });
  }

  private events(attempt: FakeAttempt, { firstSeq, events }: EventsMessage): Reply {
    const stored = attempt.events.length;
    if (firstSeq > stored + 1) return { ...refuse(409, "gap", "events are missing", { ackSeq: stored }) };
    attempt.events.push(...events.slice(Math.max(0, stored + 1 - firstSeq)));
    return ok({ ackSeq: attempt.events.length, command: attempt.command });
  }

  private logs(attempt: FakeAttempt, { offset, bytes }: LogsMessage): Reply {
    const size = attempt.log.length;
    if (offset !== size) return refuse(409, "gap", "not at the end of the log", { size });
    attempt.log = Buffer.concat([attempt.log, Buffer.from(bytes, "base64")]).subarray(
      0,
      this.terms.maxLogBytes,
    );
    const full = attempt.log.length >= this.terms.maxLogBytes;
    return ok({ size: attempt.log.length, full, command: attempt.command });
  }

  private finish(attempt: FakeAttempt, { lastSeq, exit }: FinishMessage): Reply {
    const stored = attempt.events.length;
    if (lastSeq !== stored) return refuse(409, "gap", "not all events are here", { ackSeq: stored });
    attempt.finishes += 1;
    attempt.exit ??= exit;
    attempt.state = "finished";
    return ok({ state: exit.reason });
  }
}

function ok(body: unknown): Reply {
  return { status: 200, body };
}

function refuse(
  status: number,
  error: AdapterError["error"],
  message: string,
  where: Pick<AdapterError, "ackSeq" | "size" | "deadSince"> = {},
): Reply {
  return { status, body: { error, message, ...where } satisfies AdapterError };
}

function parsed<T>(schema: z.ZodType<T>, body: unknown, handle: (message: T) => Reply): Reply {
  const result = schema.safeParse(body);
  if (result.success) return handle(result.data);
  const issue = result.error.issues[0];
  return refuse(400, "invalid", `${issue.path.join(".")}: ${issue.message}`);
}
