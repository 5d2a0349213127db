import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { readRecord, writeWhole } from "./record-file.mjs";
import { execFile } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { promisify } from "node:util";
import type { DeviceInfo } from "../protocol/messages.ts";

const MIB = 2 ** 20;
const NVIDIA_SMI = "nvidia-smi";
const QUERY = ["--query-gpu=index,uuid,name,memory.total", "--format=csv,noheader,nounits"];
const TIMEOUT_MS = 10_000;

/** The processors of this machine as one device, then its GPUs. Without a working nvidia-smi there are none. */
export async function listDevices(): Promise<DeviceInfo[]> {
  return [cpuDevice(), ...(await gpuDevices())];
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

async function gpuDevices(): Promise<DeviceInfo[]> {
  try {
    const { stdout } = await promisify(execFile)(NVIDIA_SMI, QUERY, { timeout: TIMEOUT_MS });
    return parseGpus(stdout);
  } catch {
    return [];
  }
}

/**
 * Lines of `index, uuid, name, memory in MiB`. What the driver does not say (`[N/A]`, `[Not Supported]`) is null, never 0;
 * a line without an index is no device.
 */
export function parseGpus(csv: string): DeviceInfo[] {
  return csv.split("\n").flatMap((line): DeviceInfo[] => {
    const fields = line.split(",").map((field) => field.trim());
    if (fields.length < 4 || !/^\d+$/.test(fields[0])) return [];
    const [index, uuid] = fields;
    const memory = fields[fields.length - 1];
    const name = fields.slice(2, -1).join(", ");
    return [
      {
        kind: "gpu",
        index: Number(index),
        name: (known(name) ?? "GPU").slice(0, 200),
        uuid: known(uuid),
        memoryMiB: /^\d+(\.\d+)?$/.test(memory) ? Number(memory) : null,
      },
    ];
  });
}

function known(field: string): string | null {
  return field === "" || /^\[.*\]$/.test(field) || field === "N/A" ? null : field;
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

/** Another worker uses the state directory. */
export class DirectoryBusyError extends Error {}

/**
 * Takes a state directory for this process alone and returns who the worker is.
 * The lock is a kernel lock on worker-lock.db that ends with its process, so a killed worker leaves nothing to clean up.
 * Throws `DirectoryBusyError` with the sentence for the person who started a second worker.
 */
export function claimIdentity(home: string, server: string): Identity {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = join(home, "worker.json");
  const lock = takeLock(join(home, "worker-lock.db"));
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
