import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { describeExit } from "../bridge/exit-reason.mjs";
import { oomEvidence, readOomCounts, readVictims } from "../bridge/oom-evidence.mjs";
import { bootId, isRunning, readProcess, signalProcess, startOf, type ProcessId } from "../bridge/proc.mjs";
import { walkLadder } from "../bridge/stop-ladder.mjs";
import { INGEST_VARIABLES, type FinishWord } from "../protocol/ingest.ts";
import { tokenForSupervised } from "../protocol/loggers/supervised-token.ts";
import { pause } from "../bridge/retryable.ts";
import { leadLoggers } from "./lead-loggers.ts";
import { Echo } from "./echo.ts";
import { userName, wantedRun } from "./wanted-run.ts";
import { CommandRecord, type Supervised } from "./record.ts";
import { CommandSender, type Round } from "./send.ts";

/** What a person gave to `ablab run -- COMMAND`. */
export interface CommandOrder {
  command: readonly string[];
  server: string;
  /** The ingest token, or the file that holds it. */
  token: { text: string } | { file: string };
  home: string;
  experiment: string | null;
  name: string | null;
  group: string | null;
  tags: readonly string[];
  key: string | null;
  /** Loggers of others in the command are led into its run, where they send nowhere else. */
  leadsLoggers: boolean;
  env: NodeJS.ProcessEnv;
}

export interface CommandHooks {
  /** What the command prints. */
  echo(bytes: Buffer): void;
  say(line: string): void;
}

/** Patience after SIGINT and SIGTERM when Stop was pressed: a training may want to write a checkpoint. */
const STOP_PATIENCE = { sigintMs: 60_000, sigtermMs: 20_000 };
/** The last of the log waits so long for a server that does not answer. */
const LAST_WORDS_MS = 10_000;
/** The command is held back so long until the server has heard of its run. */
const FIRST_WORD_MS = 3000;
const LOG_TAIL_BYTES = 16_384;
const CANNOT_START = 127;
/** Each Ctrl-C is stronger than the one before. */
const RUNGS: NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGKILL"];

/**
 * Starts a command in a process group of its own and is the witness of its end. The command prints into a file, so neither a
 * lost server nor a lost witness can end it. Resolves with the exit code that a shell would have.
 */
export class Witness {
  private readonly record: CommandRecord;
  private readonly witnessed: Supervised;
  private readonly order: CommandOrder;
  private readonly hooks: CommandHooks;
  private trainer: ProcessId | null = null;
  private asked: "terminal" | "page" | null = null;
  private interrupts = 0;
  private early: NodeJS.Signals | null = null;

  constructor(order: CommandOrder, hooks: CommandHooks) {
    this.order = order;
    this.hooks = hooks;
    const made = `${Date.now().toString(36)}-${randomBytes(5).toString("hex")}`;
    this.record = CommandRecord.create(order.home, made);
    this.witnessed = {
      server: order.server,
      tokenFile: this.tokenFile(),
      run: wantedRun(order, made),
      witness: { pid: process.pid, start: startOf(process.pid) ?? "unknown" },
      trainer: null,
      boot: bootId(),
    };
    this.record.writeSupervised(this.witnessed);
  }

  /** A signal to the witness: Ctrl-C climbs the ladder, others are passed on. */
  signal(name: NodeJS.Signals): void {
    this.asked ??= "terminal";
    const passed = name === "SIGINT" ? RUNGS[Math.min(this.interrupts++, RUNGS.length - 1)] : name;
    if (this.trainer) signalProcess(this.trainer, passed, { group: true });
    else this.early = passed;
    if (name === "SIGINT" && this.interrupts < RUNGS.length)
      this.hooks.say(`${passed} sent. Ctrl-C again sends ${RUNGS[this.interrupts]}.`);
  }

  async run(): Promise<number> {
    const sender = new CommandSender(this.record, this.witnessed, {
      say: this.hooks.say,
      onStop: () => this.stopFromPage(),
    });
    const first = sender.round();
    const answers = await heardOf(first);
    const startedAt = Date.now();
    const oomBefore = readOomCounts();
    const child = this.spawn(answers);
    const woken = new AbortController();
    let isOver = false;
    const sending = first.then(() => sender.sendWhile(() => !isOver, woken.signal));
    const echo = new Echo(this.record, this.hooks.echo);
    const { code, signal, failure } = await ended(child);
    echo.end();
    const logTail = failure ?? this.logTail();
    const { detail } = describeExit({
      code,
      signal,
      asked: this.asked !== null,
      logTail,
      oom: oomEvidence(oomBefore, readOomCounts(), { pid: child.pid ?? 0, victims: readVictims() }),
    });
    this.record.writeEnd(this.endWord({ code, signal, startedAt, detail: failure ?? detail }));
    isOver = true;
    woken.abort();
    const isSent = (await sending) || (await this.lastWords(sender));
    if (isSent) this.record.remove();
    else
      this.hooks.say(
        `Not everything was sent; it lies in ${this.record.folder} and goes with the next witnessed command.`,
      );
    return code ?? 128 + signalNumber(signal);
  }

  private async lastWords(sender: CommandSender): Promise<boolean> {
    const enough = AbortSignal.timeout(LAST_WORDS_MS);
    return sender.sendWhile(() => !enough.aborted, enough);
  }

  /** What a person gave to the witness, where the program's own word does not count. */
  private given(): string[] {
    const { experiment, name } = this.order;
    return [...(experiment === null ? [] : ["experiment"]), ...(name === null ? [] : ["name"])];
  }

  /** Variables by which loggers of others find the run; none where there is no token to be read. */
  private loggers(answers: boolean): Record<string, string> {
    const { env, command, server, leadsLoggers } = this.order;
    if (!leadsLoggers) return {};
    try {
      const token = readFileSync(this.witnessed.tokenFile, "utf8").trim();
      const { experiment, key } = this.witnessed.run;
      const witnessed = tokenForSupervised(token, { experiment, key, given: this.given() });
      const start = { env, command, folder: process.cwd() };
      const led = leadLoggers(start, { server, token, witnessed, answers });
      if (led.says !== null) this.hooks.say(led.says);
      return led.env;
    } catch {
      return {};
    }
  }

  private spawn(answers: boolean): ChildProcess {
    const { command, env } = this.order;
    const out = openSync(this.record.path("out.log"), "a", 0o600);
    const { experiment, key } = this.witnessed.run;
    const { [INGEST_VARIABLES.token]: _secret, ...inherited } = env;
    const child = spawn(command[0], command.slice(1), {
      // A group in the background that reads a terminal would be stopped by the kernel.
      stdio: [process.stdin.isTTY ? "ignore" : "inherit", out, out],
      detached: true,
      env: {
        PYTHONUNBUFFERED: "1",
        ...inherited,
        ...this.loggers(answers),
        [INGEST_VARIABLES.url]: this.order.server,
        [INGEST_VARIABLES.tokenFile]: this.witnessed.tokenFile,
        [INGEST_VARIABLES.experiment]: experiment,
        [INGEST_VARIABLES.key]: key,
        [INGEST_VARIABLES.witnessed]: ["1", ...this.given()].join(","),
      },
    });
    closeSync(out);
    // Nobody has reaped it yet, so its start time can be read even if it has ended already.
    if (child.pid !== undefined)
      this.trainer = { pid: child.pid, start: readProcess(child.pid)?.start ?? "unknown" };
    this.record.writeSupervised({ ...this.witnessed, trainer: this.trainer });
    if (this.trainer && this.early) signalProcess(this.trainer, this.early, { group: true });
    return child;
  }

  private stopFromPage(): void {
    if (this.asked !== null || !this.trainer) return;
    this.asked = "page";
    this.hooks.say("Somebody pressed Stop on the run's page.");
    void walkLadder(this.trainer, STOP_PATIENCE, () => {});
  }

  private endWord(end: {
    code: number | null;
    signal: string | null;
    startedAt: number;
    detail: string;
  }): FinishWord {
    const { code, signal, startedAt, detail } = end;
    const isKilled = this.asked !== null || signal !== null;
    return {
      state: code === 0 ? "finished" : isKilled ? "killed" : "failed",
      exitCode: code,
      reason: detail || signal || null,
      witness: {
        host: hostname(),
        pid: this.trainer?.pid ?? 0,
        start: this.trainer?.start ?? "never started",
        boot: bootId(),
        user: userName(),
        signal,
        askedBy: this.asked,
        startedAt,
        endedAt: Date.now(),
      },
    };
  }

  /** A file that only this user can read, whatever the token came in. */
  private tokenFile(): string {
    const { token } = this.order;
    if ("file" in token) return token.file;
    const path = this.record.path("token");
    writeFileSync(path, `${token.text}\n`, { mode: 0o600 });
    return path;
  }

  private logTail(): string {
    const from = Math.max(0, this.record.logBytes - LOG_TAIL_BYTES);
    return this.record.readLog(from, LOG_TAIL_BYTES).toString("utf8");
  }
}

/** Whether the server took the first word, as far as it is waited for. */
async function heardOf(first: Promise<Round>): Promise<boolean> {
  const enough = new AbortController();
  const came = await Promise.race([first, pause(FIRST_WORD_MS, enough.signal)]);
  enough.abort();
  return came === "sent";
}

/** Sends what witnesses left that are gone. A server that does not answer is asked once. */
export async function sendLeft(home: string, say: (line: string) => void): Promise<void> {
  const silence = { say: () => {}, onStop: () => {} };
  for (const record of CommandRecord.all(home)) {
    const witnessed = record.readSupervised();
    if (!witnessed) continue;
    const runs = (id: ProcessId | null) => id !== null && witnessed.boot === bootId() && isRunning(id);
    if (runs(witnessed.witness)) continue;
    const sender = new CommandSender(record, witnessed, silence);
    sender.isComplete = !runs(witnessed.trainer);
    let came = await sender.round();
    while (came === "sent") came = await sender.round();
    // A command that lost its witness goes on printing; once it has ended, nobody knows how.
    if (came !== "done" && (came !== "nothing" || !sender.isComplete)) continue;
    record.remove();
    say(`Sent what was left of ${witnessed.run.experiment}/${witnessed.run.key}.`);
  }
}

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  failure: string | null;
}

function ended(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.on("exit", (code, signal) => resolve({ code, signal, failure: null }));
    child.on("error", (error) => {
      if (child.pid === undefined)
        resolve({
          code: CANNOT_START,
          signal: null,
          failure: `The command cannot be started: ${error.message}.`,
        });
    });
  });
}

const NUMBERS: Partial<Record<NodeJS.Signals, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
};

const signalNumber = (signal: NodeJS.Signals | null): number => (signal && NUMBERS[signal]) ?? 0;
