import { readFileSync } from "node:fs";
import { pause } from "../bridge/retryable.ts";
import { INGEST_TYPES, IngestAnswer, ingestRequest } from "../protocol/ingest.ts";
import type { Supervised, CommandRecord } from "./record.ts";

const CHUNK_BYTES = 256 * 1024;
const HEARTBEAT_MS = 10_000;
const LOOK_MS = 250;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** What a round of sending came to. */
export type Round = "sent" | "nothing" | "later" | "done";

export interface SenderHooks {
  /** Somebody pressed Stop on the run's page. */
  onStop(): void;
  /** A sentence for whoever started the command. */
  say(line: string): void;
}

/** Sends the folder of a witnessed command: opens its run, then the log, and the end when there is one. */
export class CommandSender {
  /** Nothing more is printed, so that a last line without its end is whole too. */
  isComplete = false;
  private opened = false;
  private failures = 0;
  private lastSeenAt = -Infinity;
  private saidLost = false;

  private readonly record: CommandRecord;
  private readonly witnessed: Supervised;
  private readonly hooks: SenderHooks;

  constructor(record: CommandRecord, witnessed: Supervised, hooks: SenderHooks) {
    this.record = record;
    this.witnessed = witnessed;
    this.hooks = hooks;
  }

  /** One request where there is something to send. Never throws. */
  async round(): Promise<Round> {
    try {
      return await this.next();
    } catch (error) {
      return this.failed(error instanceof Error ? error.message : String(error));
    }
  }

  /** Sends until `until` says that it is enough or everything is sent. True where it is. */
  async sendWhile(wanted: () => boolean, woken: AbortSignal): Promise<boolean> {
    while (wanted()) {
      const came = await this.round();
      if (came === "done") return true;
      if (came === "nothing") await pause(LOOK_MS, woken);
      if (came === "later") await pause(this.pauseMs, woken);
    }
    return false;
  }

  get pauseMs(): number {
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(10, Math.max(0, this.failures - 1)));
  }

  private async next(): Promise<Round> {
    const { record } = this;
    if (!this.opened) {
      const came = await this.post("runs", {}, JSON.stringify(this.witnessed.run), INGEST_TYPES.json);
      this.opened = came === "sent";
      return came;
    }
    // Asked for first: what was printed before an end that is on record is in the log.
    const end = record.readEnd();
    const offset = record.sent;
    const bytes = wholeText(record.readLog(offset, CHUNK_BYTES), this.isComplete || end !== null);
    if (bytes.length > 0) {
      const came = await this.post("output", { offset: String(offset) }, bytes, "text/plain; charset=utf-8");
      if (came === "sent") record.sent = offset + bytes.length;
      return came;
    }
    if (end !== null) {
      const came = await this.post("finish", {}, JSON.stringify(end), INGEST_TYPES.json);
      return came === "sent" ? "done" : came;
    }
    if (performance.now() - this.lastSeenAt < HEARTBEAT_MS) return "nothing";
    const came = await this.post("heartbeat", {}, "", INGEST_TYPES.json);
    return came === "sent" ? "nothing" : came;
  }

  private async post(
    verb: string,
    more: Record<string, string>,
    body: string | Buffer,
    type: string,
  ): Promise<Round> {
    const { server, tokenFile, run } = this.witnessed;
    const { experiment, key, writer } = run;
    const query = { experiment, key, writer, ...more };
    const token = readFileSync(tokenFile, "utf8").trim();
    const response = await fetch(
      ...ingestRequest(
        { server, token, verb, query },
        { type, body: typeof body === "string" ? body : new Uint8Array(body) },
      ),
    );
    const text = await response.text();
    if (response.status === 404) this.opened = false;
    if (response.status !== 200) return this.failed(`status ${response.status} ${text.slice(0, 200)}`);
    this.failures = 0;
    this.lastSeenAt = performance.now();
    if (IngestAnswer.pick({ stop: true }).safeParse(JSON.parse(text)).data?.stop) this.hooks.onStop();
    return "sent";
  }

  private failed(why: string): Round {
    this.failures += 1;
    if (this.failures >= 3 && !this.saidLost) {
      this.saidLost = true;
      this.hooks.say(
        `${this.witnessed.server} takes nothing (${why}). The command goes on; everything is kept.`,
      );
    }
    return "later";
  }
}

/** Bytes up to the end of the last line or, in a long one, of the last character; all of them where nothing follows. */
function wholeText(bytes: Buffer, isLast: boolean): Buffer {
  if (isLast && bytes.length < CHUNK_BYTES) return bytes;
  const line = bytes.lastIndexOf(0x0a);
  if (line >= 0) return bytes.subarray(0, line + 1);
  if (bytes.length < CHUNK_BYTES) return bytes.subarray(0, 0);
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end - 1);
}
