import { type BenchmarkRecord, insertBenchmark } from "#db/queries/benchmarks.ts";
import { openTestDb } from "#db/testing.ts";
import type { TrainerEvent } from "../../workers/protocol/events.ts";
import type { MachineState } from "../../workers/protocol/machine/machine.ts";
import type { Assignment, RegisterMessage, StartMessage } from "../../workers/protocol/messages.ts";
import { PROTOCOL_VERSION } from "../../workers/protocol/version.ts";
import { RECIPES } from "../../workers/recipes/catalog.ts";
import type { RunLimits } from "../contracts/attempts/continuing.ts";
import type { WebhookDoor } from "../contracts/alerts/posted.ts";
import type { Matrix } from "../contracts/launch/launch.ts";
import { isServiceError } from "../errors.ts";
import { createLiveBus } from "../live/bus.ts";
import { claimAttempt } from "./attempts/claim.ts";
import { finishAttempt } from "./attempts/finish.ts";
import { recordEvents } from "./attempts/record-events.ts";
import { startAttempt } from "./attempts/start.ts";
import { testSentFiles } from "./testing.sent-files.ts";
import { createStaging } from "./staging.ts";
import { DEFAULT_TIMING, type KeeperDoor, type ServiceContext } from "./context.ts";
import { populationHash } from "./attempts/store-population.ts";
import { newId, sha256 } from "./hashing.ts";
import { launchRuns } from "./runs/launch.ts";
import { findWorkerByToken } from "./workers/identify.ts";
import { registerWorker } from "./workers/register.ts";

/** A private world with a clock that only moves when told. */
export interface World {
  ctx: ServiceContext;
  clock: { now: number };
  as(actor: ServiceContext["actor"]): ServiceContext;
}

export function makeWorld(): World {
  const clock = { now: 1_800_000_000_000 };
  const ctx: ServiceContext = {
    db: openTestDb(),
    actor: { kind: "member", name: "tester" },
    now: () => clock.now,
    live: createLiveBus(),
    timing: DEFAULT_TIMING,
    staging: createStaging(),
    uploads: testSentFiles(),
    storage: { minFree: 0, free: () => Infinity, troubles: new Map() },
  };
  return { ctx, clock, as: (actor) => ({ ...ctx, actor }) };
}

/** For a door that has nobody to tell. */
export const NO_WEBHOOKS: WebhookDoor = {
  serverUrl: "http://127.0.0.1:1",
  post: () => Promise.reject(new Error("no message is sent here")),
  refusal: () => null,
};

/** For a door that keeps nothing. */
export const NO_KEEPER: KeeperDoor = {
  listBackups: () => ({ folder: "", backups: [], total: 0, bytes: 0 }),
  backUp: () => Promise.reject(new Error("nothing is backed up here")),
  renewOperatorToken: () => ({ file: "" }),
};

let keys = 0;
export const freshKey = (): string => `00000000-0000-4000-8000-${String(++keys).padStart(12, "0")}`;

export function launch(
  world: World,
  matrix: Partial<Matrix> = {},
  more: {
    title?: string;
    experimentId?: string;
    launchKey?: string;
    primary?: string;
    limits?: RunLimits;
    project?: string;
  } = {},
) {
  return launchRuns(world.ctx, {
    launchKey: more.launchKey ?? freshKey(),
    recipe: RECIPES[0].slug,
    matrix: { presets: [RECIPES[0].baselinePreset], edits: {}, factors: [], seeds: [0], ...matrix },
    experiment: more.experimentId
      ? { id: more.experimentId }
      : { title: more.title ?? "A question", project: more.project },
    primary: more.primary,
    limits: more.limits,
  });
}

export const workerFacts = (more: Partial<RegisterMessage> = {}): RegisterMessage => ({
  protocol: PROTOCOL_VERSION,
  identity: "0".repeat(32),
  name: "box",
  host: "box.local",
  bootId: "boot-1",
  pid: 11,
  version: "0.1.0",
  slots: 2,
  devices: [{ kind: "cpu", index: 0, name: "cpu", uuid: null, memoryMiB: null }],
  recipes: RECIPES.map(({ slug, version }) => ({ slug, version })),
  holding: [],
  ...more,
});

/** Registers a worker and returns a way to claim for it. */
export function joinWorker(world: World, more: Partial<RegisterMessage> = {}) {
  const answer = registerWorker(world.ctx, workerFacts(more));
  const running: string[] = [];
  const claim = (free = 1, fate: "arrives" | "is lost" = "arrives", machine?: MachineState) => {
    const worker = findWorkerByToken(world.ctx, answer.token);
    if (!worker) throw new Error("the worker's token is not known");
    const { assignment } = claimAttempt(world.as({ kind: "worker", workerId: worker.id }), worker, {
      workerId: worker.id,
      free,
      running,
      load: { cpuShare: null, memoryShare: null },
      ...(machine && { machine: { state: machine, means: [] } }),
    });
    if (assignment && fate === "arrives") running.push(assignment.attemptId);
    return assignment;
  };
  return { ...answer, claim };
}

/** Takes the next run and starts a pretended process for it; throws where nothing waits. */
export function startNext(world: World, worker: ReturnType<typeof joinWorker>) {
  const started = startNextIfAny(world, worker);
  if (!started) throw new Error("nothing to claim");
  return started;
}

/** The same, or null where nothing waits. */
export function startNextIfAny(world: World, worker: ReturnType<typeof joinWorker>) {
  const assignment = worker.claim();
  return assignment && startClaimed(world, assignment);
}

/** Starts a pretended process for what a worker was given. */
export function startClaimed(world: World, assignment: Assignment, more: Partial<StartMessage> = {}) {
  const { attemptId, fence, runId } = assignment;
  const ctx = world.as({ kind: "attempt", attemptId });
  const process = {
    pid: 4242,
    pidStart: "777",
    bootId: "boot-1",
    supervisorPid: 4241,
    startedAt: world.clock.now,
    device: "cpu",
    argv: ["node", "x"],
  };
  startAttempt(ctx, attemptId, { fence, ...process, ...more });
  let seq = 0;
  return {
    assignment,
    attemptId,
    runId,
    ctx,
    send(...events: TrainerEvent[]) {
      const answer = recordEvents(ctx, attemptId, { fence, firstSeq: seq + 1, events });
      seq += events.length;
      return answer;
    },
    finish(exit: Partial<Parameters<typeof finishAttempt>[2]["exit"]> = {}) {
      return finishAttempt(ctx, attemptId, {
        fence,
        lastSeq: seq,
        exit: {
          code: 0,
          signal: null,
          askedBy: null,
          reason: "ok",
          endedAt: world.clock.now,
          escalation: [],
          detail: "",
          leftovers: 0,
          ...exit,
        },
      });
    },
  };
}

export type StartedAttempt = ReturnType<typeof startNext>;

/** Content hashes of n pretended problems. */
export const problemHashes = (n: number, world = "w"): string[] =>
  Array.from({ length: n }, (_, i) => sha256(`${world}-${i}`));

export function populationEvent(
  hashes: string[],
  role: "train" | "held_out" | "demonstrated" = "held_out",
): TrainerEvent {
  return {
    t: "population",
    at: 1,
    role,
    name: `set of ${hashes.length}`,
    source: "generated",
    hash: populationHash(hashes),
    relaxed: false,
    problems: hashes.map((hash, i) => ({
      key: `p${i}`,
      hash,
      type: "A",
      level: "easy",
      rows: 4,
      cols: 4,
      integers: 0,
      faults: 1,
    })),
  };
}

export const PROTOCOL = {
  decoding: "greedy",
  temperature: 0,
  maxSteps: 20,
  observation: "noisy",
  evalSeed: 1,
  daDefinition: "da.root",
} as const;

/** A final evaluation in which the first `solvedAt5` problems are solved at step 3 and the others never. */
export function evaluationEvent(
  hashes: string[],
  solvedAt5: number,
  more: { step?: number; key?: string; final?: boolean; maxSteps?: number } = {},
): TrainerEvent {
  return {
    t: "evaluation",
    at: 2,
    key: more.key ?? "final",
    step: more.step ?? 40,
    final: more.final ?? true,
    populationHash: populationHash(hashes),
    protocol: { ...PROTOCOL, maxSteps: more.maxSteps ?? PROTOCOL.maxSteps },
    rows: hashes.map((_, i) => {
      const solved = i < solvedAt5;
      return {
        i,
        solved,
        steps: solved ? 3 : 20,
        op: solved ? 1 : null,
        da: 0.5,
        clean: solved,
        confirmed: null,
      };
    }),
  };
}

/** One points event per step, with a constant of a metric. */
export function pointsEvents(values: Record<string, number>, steps: number): TrainerEvent[] {
  return Array.from({ length: steps }, (_, i) => ({
    t: "points",
    step: i + 1,
    at: 10 + i,
    values: { "progress/episodes": (i + 1) * 256, ...values },
  }));
}

/** A world with one run of the toy preset under way on one worker. */
export function started() {
  const world = makeWorld();
  launch(world);
  const worker = joinWorker(world);
  return { world, worker, attempt: startNext(world, worker) };
}

/** Code and details of the refusal that `work` must end in. */
export function codeOf(work: () => unknown): { code: string; details: Record<string, number> } {
  try {
    work();
  } catch (error) {
    if (isServiceError(error)) return { code: error.code, details: error.details };
    throw error;
  }
  throw new Error("nothing was refused");
}

/** Registers a benchmark by name and content hash alone; it holds the problems that some attempt told of, and no models. */
export function addBenchmark(
  world: World,
  name: string,
  hash = sha256(name),
  problems: readonly string[] = [],
): string {
  const summary = { levels: [] } as unknown as BenchmarkRecord["summary"];
  const n = problems.length;
  const record = { id: newId("benchmark"), name, hash, n, summary, createdBy: "tester", createdAt: 1 };
  const rows = problems.map((problemHash, idx) => ({
    idx,
    key: `p${idx}`,
    problemHash,
    mps: "",
    roots: [],
  }));
  insertBenchmark(world.ctx.db, record, rows);
  return record.id;
}
