import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
  accessSync,
} from "node:fs";
import { join } from "node:path";
import { lockExclusively } from "#db/lock.ts";
import { ServiceError } from "../errors.ts";
import { newSecret } from "../services/new-id.ts";

export interface Home {
  dir: string;
  dbPath: string;
  backups: string;
  serverFile: string;
  operatorTokenFile: string;
  workerTokenFile: string;
  release(): void;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

function ensurePrivateDir(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK | constants.R_OK | constants.X_OK);
  } catch (error) {
    const what = ["EEXIST", "ENOTDIR"].includes(codeOf(error))
      ? "is not a directory. Move that file away"
      : "cannot be written. Make it writable for this user";
    throw new ServiceError(
      "unavailable",
      `The data directory ${dir} ${what}, or set ABLAB_HOME to another directory.`,
    );
  }
  if ((statSync(dir).mode & 0o077) !== 0) {
    throw new ServiceError(
      "forbidden",
      `The data directory ${dir} is open to other users of this machine. Run: chmod 700 ${dir}`,
    );
  }
}

/** One server per data directory: an exclusive lock that dies with the process, however it dies. */
function lockHome(dir: string): () => void {
  const release = lockExclusively(join(dir, "lock.db"));
  if (release) return release;
  throw new ServiceError(
    "conflict",
    `Another Ablab server already uses ${dir}${runningAt(dir)}. Use that one ("npx ablab login-link" lets you in), stop it, or set ABLAB_HOME to another directory.`,
  );
}

function runningAt(dir: string): string {
  try {
    const { url } = JSON.parse(readFileSync(join(dir, "server.json"), "utf8")) as { url?: string };
    return url ? ` (at ${url})` : "";
  } catch {
    return "";
  }
}

/**
 * A token file that only this user can read. An existing one is kept, so that scripts go on working; an empty one was
 * left by a full disk.
 */
function ensureToken(path: string): void {
  if (existsSync(path) && statSync(path).size > 0) {
    chmodSync(path, 0o600);
    return;
  }
  rmSync(path, { force: true });
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    writeSync(fd, `${newSecret()}\n`);
  } finally {
    closeSync(fd);
  }
}

/** Opens a data directory for one server: private, locked, with its tokens made. Throws where it cannot. */
export function openHome(dir: string): Home {
  ensurePrivateDir(dir);
  const release = lockHome(dir);
  try {
    return furnish(dir, release);
  } catch (error) {
    release();
    throw error;
  }
}

function furnish(dir: string, release: () => void): Home {
  const tokens = join(dir, "tokens");
  for (const sub of ["tokens", "runs", "artifacts", "backups"])
    mkdirSync(join(dir, sub), { recursive: true, mode: 0o700 });
  const operatorTokenFile = join(tokens, "operator");
  const workerTokenFile = join(tokens, "worker");
  ensureToken(operatorTokenFile);
  ensureToken(workerTokenFile);
  return {
    dir,
    dbPath: join(dir, "ablab.db"),
    backups: join(dir, "backups"),
    serverFile: join(dir, "server.json"),
    operatorTokenFile,
    workerTokenFile,
    release,
  };
}
