import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TrainerEvent } from "../../workers/protocol/events.ts";
import { PROTOCOL_VERSION } from "../../workers/protocol/version.ts";
import type { RunningBench } from "./ablab-process.ts";

/** A worker that trains nothing: it takes runs over the wire and tells what a training would have told. */
export interface WireWorker {
  /** Takes the next queued run and starts its attempt. */
  take(): Promise<TakenAttempt>;
  /** Takes the next queued run, tells these events about it and ends it; its id. */
  play(events: TrainerEvent[]): Promise<string>;
}

/** A started attempt with the token that opens its routes. */
export interface TakenAttempt {
  attemptId: string;
  runId: string;
  token: string;
  tell(events: TrainerEvent[]): Promise<void>;
  /** Ends the run well. */
  finish(): Promise<void>;
}

async function post<T>(bench: RunningBench, path: string, token: string, body: unknown): Promise<T> {
  const answer = await fetch(`${bench.url}/api/worker/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

const NO_PROCESS = {
  pid: 1,
  pidStart: "1",
  bootId: "figures",
  supervisorPid: 1,
  device: "cpu",
  argv: ["none"],
};
const ENDED_WELL = {
  code: 0,
  signal: null,
  askedBy: null,
  reason: "ok",
  escalation: [],
  detail: "",
  leftovers: 0,
};

interface Assigned {
  assignment: { attemptId: string; runId: string; fence: number; token: string } | null;
}

/** Registers with the admission token of the bench's data directory, for the recipes that the server has. */
export async function joinByWire(bench: RunningBench): Promise<WireWorker> {
  const admission = readFileSync(join(bench.home, "tokens", "worker"), "utf8").trim();
  const recipes = await bench.query<{ slug: string; version: string }[]>("bench.recipes", undefined);
  const { workerId, token } = await post<{ workerId: string; token: string }>(bench, "register", admission, {
    protocol: PROTOCOL_VERSION,
    identity: createHash("md5").update(bench.home).digest("hex"),
    name: "figures",
    host: "figures",
    bootId: "figures",
    pid: process.pid,
    version: "0",
    slots: 1,
    devices: [],
    recipes: recipes.map(({ slug, version }) => ({ slug, version })),
    holding: [],
  });
  async function take(): Promise<TakenAttempt> {
    const load = { cpuShare: null, memoryShare: null };
    const claimed = await post<Assigned>(bench, "claim", token, { workerId, free: 1, running: [], load });
    if (!claimed.assignment) throw new Error("There is no run to take.");
    const { attemptId, runId, fence, token: own } = claimed.assignment;
    const say = (verb: string, body: object) =>
      post(bench, `attempts/${attemptId}/${verb}`, own, { fence, ...body });
    let lastSeq = 0;
    await say("start", { ...NO_PROCESS, startedAt: Date.now() });
    return {
      attemptId,
      runId,
      token: own,
      async tell(events) {
        for (const event of events) await say("events", { firstSeq: ++lastSeq, events: [event] });
      },
      async finish() {
        await say("finish", { lastSeq, exit: { ...ENDED_WELL, endedAt: Date.now() } });
      },
    };
  }
  return {
    take,
    async play(events) {
      const attempt = await take();
      await attempt.tell(events);
      await attempt.finish();
      return attempt.runId;
    },
  };
}

/** Launches one run of a recipe's first preset, with seeds as given. */
export async function launchBy(
  bench: RunningBench,
  recipe: string,
  preset: string,
  seeds: number[],
  inputs: object = {},
): Promise<{ experimentId: string; runs: { id: string }[] }> {
  return bench.mutate("runs.launch", {
    launchKey: randomUUID(),
    recipe,
    matrix: { presets: [preset], edits: {}, factors: [], seeds },
    inputs,
    experiment: { title: `${recipe} for figures` },
  });
}
