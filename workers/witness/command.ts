import type { ChildProcess } from "node:child_process";
import { hostname, userInfo } from "node:os";
import { basename } from "node:path";
import type { Witnessed } from "./record.ts";
import type { WitnessOrder } from "./witness.ts";

const CANNOT_START = 127;

/** The run that a command becomes, before it says anything itself. */
export function wantedRun(order: WitnessOrder, made: string): Witnessed["run"] {
  const program = order.command.find((word, i) => i > 0 && !word.startsWith("-")) ?? order.command[0];
  return {
    client: "ablab run",
    experiment: order.experiment ?? (basename(program).replace(/\.\w+$/, "") || "untitled"),
    key: order.key ?? made,
    writer: `witness-${made}`,
    resume: "allow",
    ...(order.name === null ? {} : { name: order.name }),
    ...(order.group === null ? {} : { group: order.group }),
    ...(order.tags.length === 0 ? {} : { tags: [...order.tags] }),
    environment: {
      host: hostname(),
      user: userName() ?? "",
      folder: process.cwd(),
      command: withoutSecrets(order.command).join(" "),
    },
  };
}

const SECRET = /token|secret|passw|api[-_]?key|credential/i;

/** A command line in which what is called token, secret, password or key has no value. */
export function withoutSecrets(words: readonly string[]): string[] {
  return words.map((word, i) => {
    const [name] = word.split("=", 1);
    if (word.includes("=") && SECRET.test(name)) return `${name}=***`;
    const before = words[i - 1] ?? "";
    return before.startsWith("-") && !before.includes("=") && SECRET.test(before) && !word.startsWith("-")
      ? "***"
      : word;
  });
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  failure: string | null;
}

/** How a process ended; one that never started has a sentence that says so. */
export function ended(child: ChildProcess): Promise<Ended> {
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

/** Who runs this program, or null where the system has no name for them. */
export function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
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

/** What a shell adds to 128 for a signal; 0 for none. */
export const signalNumber = (signal: NodeJS.Signals | null): number => (signal && NUMBERS[signal]) ?? 0;
