import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { type DeviceInfo, RegisterAnswer, type RegisterMessage } from "../protocol/messages.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";
import type { Client, Settled, AdapterRequest } from "./calls/client.ts";
import type { WorkerConfig } from "./config.ts";
import { pause, retryDelayMs } from "./retryable.ts";
import { bootId } from "./proc.mjs";

/** Why a worker does not start an assignment, as a sentence for the run page. */
export class RefusedAssignment extends Error {
  /** It may be started at another time. */
  readonly again: boolean;
  constructor(message: string, { again = false } = {}) {
    super(message);
    this.again = again;
  }
}

/** The server does not take this worker; the message tells the person who started it why. */
export class RegistrationRefused extends Error {}

export interface SessionOptions {
  client: Client;
  config: WorkerConfig;
  identity: string;
  version: string;
  devices: DeviceInfo[];
  /** What this worker offers now. */
  offers: () => Pick<RegisterMessage, "recipes" | "folderProblems">;
  /** Attempts on disk that are not fully told about. */
  holding: () => string[];
  /** Of those, the ones that the server does not want any more. */
  onForget: (attemptIds: string[]) => void;
  log: (line: string) => void;
  signal: AbortSignal;
}

export interface Session {
  /** The server's pace and limits of the last registration. */
  readonly terms: RegisterAnswer;
  /** Tells the server anew what this worker is and offers. */
  renew(): Promise<void>;
  /** A request with the session token; registers again when the token is no longer taken. */
  call<T>(make: (terms: RegisterAnswer) => Omit<AdapterRequest<T>, "token">): Promise<Settled<T>>;
}

/**
 * Registers, waiting for the server as long as it takes, and keeps the registration alive.
 * Throws `RegistrationRefused` when the server says no the first time. Later refusals (a token file that was replaced
 * under a running worker) are tried again, because trainings depend on this process.
 * Resolves to null when the signal came first.
 */
export async function openSession(options: SessionOptions): Promise<Session | null> {
  const { client, log, signal } = options;
  const first = await register(options);
  if (first.kind === "stopped") return null;
  if (first.kind !== "ok") throw new RegistrationRefused(refusalSentence(options, first));
  let terms = accept(options, first.data);

  async function registerAgain(): Promise<void> {
    for (let tries = 1; !signal.aborted; tries++) {
      const outcome = await register(options);
      if (outcome.kind === "ok") {
        terms = accept(options, outcome.data);
        return;
      }
      if (outcome.kind === "stopped") return;
      if (tries === 1) log(refusalSentence(options, outcome));
      await pause(retryDelayMs(tries + 3), signal);
    }
  }

  return {
    get terms() {
      return terms;
    },
    renew: registerAgain,
    async call(make) {
      for (;;) {
        const outcome = await client.deliver(() => ({ ...make(terms), token: terms.token }), signal);
        if (outcome.kind !== "unauthorized") return outcome;
        if (signal.aborted) return { kind: "stopped" };
        log("the server asks this worker to register again");
        await registerAgain();
      }
    },
  };
}

async function register(options: SessionOptions): Promise<Settled<RegisterAnswer>> {
  const { client, config, signal } = options;
  const token = readToken(config.tokenFile);
  if (typeof token !== "string") return { kind: "refused", error: "unauthorized", message: token.problem };
  const body = JSON.stringify(introduction(options));
  return client.deliver(() => ({ path: "register", token, body, answer: RegisterAnswer }), signal);
}

function introduction({
  config,
  identity,
  version,
  devices,
  offers,
  holding,
}: SessionOptions): RegisterMessage {
  return {
    protocol: PROTOCOL_VERSION,
    identity,
    name: config.name,
    host: hostname(),
    bootId: bootId(),
    pid: process.pid,
    version,
    slots: config.slots,
    devices,
    ...offers(),
    holding: holding(),
  };
}

/** Read for every registration, so that a replaced token works without a restart. */
function readToken(file: string): string | { problem: string } {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    return { problem: `the token cannot be read from ${file} (${why}); name the file with --token-file.` };
  }
}

function accept(options: SessionOptions, terms: RegisterAnswer): RegisterAnswer {
  const { config, log, onForget } = options;
  const slots = `${config.slots} ${config.slots === 1 ? "slot" : "slots"}`;
  log(`worker ${config.name} is registered at ${config.server} as ${terms.workerId}, ${slots}`);
  onForget(terms.forget);
  return terms;
}

function refusalSentence({ config }: SessionOptions, refusal: { kind: string; message?: string }): string {
  const said = refusal.message ?? refusal.kind;
  if (refusal.kind === "unauthorized")
    return `${config.server} does not know the worker token in ${config.tokenFile}: ${said}`;
  return `${config.server} does not take this worker: ${said}`;
}
