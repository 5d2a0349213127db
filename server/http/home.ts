import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { finishRestore } from "#db/copies/restore-database.ts";
import { lockExclusively } from "#db/connection.ts";
import { FolderError, makeFolder } from "../../workers/protocol/machine/make-folder.ts";
import { ServiceError } from "../errors.ts";
import { newSecret, sha256 } from "../services/hashing.ts";
import { ingestAttempts } from "#db/queries/ingest-attempts.ts";
import type { ServiceContext } from "../services/context.ts";
import { ingestActorOf } from "../services/external/tokens.ts";
import { findWorkerByToken } from "../services/workers/identify.ts";
import { type GatePolicy, sameSecret, type Scope } from "./gate.ts";

/** The text of a token file as it is now: it is read again once another file stands there. */
function followToken(path: string): () => string {
  let known = { ino: -1, mtimeMs: -1, text: "" };
  return () => {
    const { ino, mtimeMs } = statSync(path);
    if (ino !== known.ino || mtimeMs !== known.mtimeMs)
      known = { ino, mtimeMs, text: readFileSync(path, "utf8").trim() };
    return known.text;
  };
}

/** Puts another token in the place of one, whole or not at all. */
export function renewToken(path: string): void {
  const aside = `${path}.new`;
  rmSync(aside, { force: true });
  ensureToken(aside);
  renameSync(aside, path);
}

/** What a token opens. Tokens of attempts are looked up first: a training posts points many times a second. */
export function scopeOfToken(
  ctx: ServiceContext,
  home: Pick<Home, "operatorTokenFile" | "workerTokenFile">,
): GatePolicy["scopeOfToken"] {
  const operator = followToken(home.operatorTokenFile);
  const worker = readFileSync(home.workerTokenFile, "utf8").trim();
  const attempts = ingestAttempts(ctx.db);
  return (token): Scope | null => {
    const actor = ingestActorOf(ctx, token);
    if (actor) return { kind: "ingest", actor };
    const attempt = attempts.byTokenHash(sha256(token));
    if (attempt) return { kind: "attempt", attemptId: attempt.id };
    if (sameSecret(token, operator())) return { kind: "operator" };
    if (sameSecret(token, worker)) return { kind: "worker-admission" };
    return findWorkerByToken(ctx, token) ? { kind: "worker", token } : null;
  };
}

export interface Home {
  dir: string;
  dbPath: string;
  backups: string;
  serverFile: string;
  operatorTokenFile: string;
  workerTokenFile: string;
  /** The server before this one did not end by itself. */
  wasKilled: boolean;
  release(): void;
}

const INSTEAD = "set ABLAB_HOME to another directory";

function ensurePrivateDir(dir: string): void {
  try {
    makeFolder(dir, INSTEAD);
    accessSync(dir, constants.W_OK | constants.R_OK | constants.X_OK);
  } catch (error) {
    throw new ServiceError(
      "unavailable",
      error instanceof FolderError
        ? error.message
        : `The data directory ${dir} cannot be written. Make it writable for this user, or ${INSTEAD}.`,
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
function lockHome(dir: string, purpose: HomePurpose): () => void {
  const release = lockExclusively(join(dir, "lock.db"));
  if (release) return release;
  throw new ServiceError(
    "conflict",
    purpose === "restore"
      ? `An Ablab server uses ${dir}${runningAt(dir)}, and its database cannot be exchanged under it. Stop it (Ctrl-C where it runs; trainings go on), then restore again.`
      : `Another Ablab server already uses ${dir}${runningAt(dir)}. Use that one ("npx ablab login-link" lets you in), stop it, or set ABLAB_HOME to another directory.`,
  );
}

/** Throws where a server uses a data directory; one that is not there yet is not made. */
export function refuseUsed(dir: string): void {
  if (existsSync(join(dir, "lock.db"))) lockHome(dir, "serve")();
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
    writeSync(fd, `${newSecret("home")}\n`);
  } finally {
    closeSync(fd);
  }
}

/** What a data directory is opened for; both exclude each other. */
type HomePurpose = "serve" | "restore";

/** Files from before are for their user alone too; those of attempts lie in folders that are. */
function makePrivate(dir: string): void {
  for (const folder of ["", "backups", "tokens"])
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true }))
      if (entry.isFile() || entry.isDirectory())
        chmodSync(join(dir, folder, entry.name), entry.isFile() ? 0o600 : 0o700);
}

/**
 * Opens a data directory for one process: private, locked, with its tokens made, and a restore that was cut short finished.
 * Throws where it cannot.
 */
export function openHome(dir: string, purpose: HomePurpose = "serve"): Home {
  ensurePrivateDir(dir);
  // Whatever this process and its children write is for this user alone, also what SQLite makes.
  process.umask(0o077);
  const release = lockHome(dir, purpose);
  try {
    const home = furnish(dir, release);
    finishRestore(home.dbPath);
    makePrivate(dir);
    return home;
  } catch (error) {
    release();
    throw error;
  }
}

function furnish(dir: string, release: () => void): Home {
  const tokens = join(dir, "tokens");
  for (const sub of ["tokens", "runs", "backups"]) makeFolder(join(dir, sub), INSTEAD);
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
    wasKilled: existsSync(join(dir, "server.json")),
    release,
  };
}
