import { randomBytes } from "node:crypto";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { readRecord, writeWhole } from "./record-file.mjs";
import { cpus, totalmem } from "node:os";
import { FolderError, makeFolder } from "../protocol/machine/make-folder.ts";
import type { GpuState } from "../protocol/machine/machine.ts";
import type { DeviceInfo } from "../protocol/messages.ts";

const MIB = 2 ** 20;

/** The processors of this machine as one device, then its GPUs. */
export function listDevices(gpus: readonly GpuState[]): DeviceInfo[] {
  return [
    cpuDevice(),
    ...gpus.map(({ index, name, uuid, memoryTotalMiB: memoryMiB }) => ({
      kind: "gpu" as const,
      index,
      name,
      uuid,
      memoryMiB,
    })),
  ];
}

function cpuDevice(): DeviceInfo {
  const cores = cpus();
  const model = (cores[0]?.model ?? "").replace(/\s+/g, " ").trim() || process.arch;
  return {
    kind: "cpu",
    index: 0,
    name: `${model} (${cores.length} CPUs)`.slice(0, 200),
    uuid: null,
    memoryMiB: Math.round(totalmem() / MIB),
  };
}

/** `pid` is the worker that holds, or last held, the directory, and `server` the one it works for. */
const IdentityRecord = z.object({
  identity: z.string().regex(/^[0-9a-f]{32}$/),
  pid: z.number().int(),
  server: z.string().max(300).optional(),
});

export interface Identity {
  /** 32 hex digits that stay with the state directory. */
  readonly identity: string;
  /** Frees the directory; the kernel does it too when the process ends in any way. */
  release(): void;
}

/** Another worker uses the state directory, or it cannot be held by any. */
export class DirectoryBusyError extends Error {}

/**
 * Takes a state directory for this process alone and returns who the worker is.
 * The lock is a kernel lock on worker-lock.db that ends with its process, so a killed worker leaves nothing to clean up.
 * Throws `DirectoryBusyError` with the sentence for the person who started a second worker.
 */
export function claimIdentity(home: string, server: string): Identity {
  const file = join(home, "worker.json");
  const lock = lockOf(home);
  const known = IdentityRecord.safeParse(readRecord(file)).data;
  if (!lock) {
    throw new DirectoryBusyError(busySentence(home, known));
  }
  const identity = known?.identity ?? randomBytes(16).toString("hex");
  writeWhole(file, { identity, pid: process.pid, server });
  return { identity, release: () => lock.close() };
}

function busySentence(home: string, holder: z.infer<typeof IdentityRecord> | undefined): string {
  const advice = "give this one a directory of its own with --home.";
  if (!holder) return `Another worker already uses ${home}; ${advice}`;
  const employer = holder.server ? `, working for ${holder.server}` : "";
  return `Another worker (process ${holder.pid}${employer}) already uses ${home}; end it with "kill ${holder.pid}" (its trainings go on), or ${advice}`;
}

/** The lock of a directory, null where another worker holds it; on a disk that is read only or has no locks nobody can. */
function lockOf(home: string): DatabaseSync | null {
  try {
    makeFolder(home, "name another one with --home");
    return takeLock(join(home, "worker-lock.db"));
  } catch (error) {
    if (error instanceof FolderError) throw new DirectoryBusyError(error.message);
    const reason = (error as Error).message.split("\n")[0];
    throw new DirectoryBusyError(
      `A worker cannot hold ${home} (${reason}). Its directory has to be on a disk that it may write and that has file locks, which some network disks have not; name another one with --home.`,
    );
  }
}

function takeLock(path: string): DatabaseSync | null {
  const database = new DatabaseSync(path);
  try {
    chmodSync(path, 0o600);
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    if (/locked|busy/.test((error as Error).message)) return null;
    throw error;
  }
}
