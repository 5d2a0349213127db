import {
  closeSync,
  fstatSync,
  openSync,
  readSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { makeFolder } from "../protocol/machine/make-folder.ts";
import type { FinishWord, WantedRun } from "../protocol/ingest.ts";
import type { ProcessId } from "../bridge/proc.mjs";

/**
 * The folder of one witnessed command. What is to be sent lies in it before it is sent: `witness.json` says which run and
 * which process looks after it, `out.log` is what the command prints, `sent` how far that was sent, `end.json` how it ended.
 */
export interface Supervised {
  server: string;
  tokenFile: string;
  run: WantedRun & { experiment: string; key: string; writer: string };
  /** Whoever sends this folder while it lives. */
  witness: ProcessId;
  trainer: ProcessId | null;
  boot: string;
}

/** Where such folders are: ABLAB_WITNESS_DIR, or beside what the Python client keeps. */
export function commandHome(env: NodeJS.ProcessEnv): string {
  const state = env.XDG_STATE_HOME || join(homedir(), ".local", "state");
  return env.ABLAB_WITNESS_DIR || join(state, "ablab", "witness");
}

export class CommandRecord {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  static create(home: string, name: string): CommandRecord {
    const folder = join(home, name);
    makeFolder(folder, "set ABLAB_WITNESS_DIR to another one");
    return new CommandRecord(folder);
  }

  /** Folders that are there, oldest name first. */
  static all(home: string): CommandRecord[] {
    try {
      return readdirSync(home)
        .toSorted()
        .map((name) => new CommandRecord(join(home, name)));
    } catch {
      return [];
    }
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  readSupervised(): Supervised | null {
    return this.read<Supervised>("witness.json");
  }

  writeSupervised(witnessed: Supervised): void {
    this.write("witness.json", witnessed);
  }

  readEnd(): FinishWord | null {
    return this.read<FinishWord>("end.json");
  }

  writeEnd(end: FinishWord): void {
    this.write("end.json", end);
  }

  /** How many bytes of the log are at the server; sending some again does no harm. */
  get sent(): number {
    return this.read<number>("sent") ?? 0;
  }

  set sent(bytes: number) {
    this.write("sent", bytes);
  }

  get logBytes(): number {
    return statSync(this.path("out.log"), { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Bytes of the log from `offset` on, at most `most`; empty at its end. */
  readLog(offset: number, most: number): Buffer {
    try {
      const file = openSync(this.path("out.log"), "r");
      try {
        const length = Math.max(0, Math.min(most, fstatSync(file).size - offset));
        const bytes = Buffer.alloc(length);
        return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
      } finally {
        closeSync(file);
      }
    } catch {
      return Buffer.alloc(0);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private read<T>(name: string): T | null {
    try {
      return JSON.parse(readFileSync(this.path(name), "utf8")) as T;
    } catch {
      return null;
    }
  }

  private write(name: string, value: unknown): void {
    writeFileSync(this.path(`${name}.new`), JSON.stringify(value), { mode: 0o600 });
    renameSync(this.path(`${name}.new`), this.path(name));
  }
}
