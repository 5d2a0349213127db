import { createHash, hash } from "node:crypto";
import { appendFileSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ImportProgress } from "../contracts/imports/imports.ts";
import { ServiceError } from "../errors.ts";
import { chunksOf, type SentFile, storedFile } from "../importers/histories/sent-file.ts";

/** Files that were sent for an import, on disk until it is done, discarded or forgotten. */
export interface SentFiles {
  /** Adds parts of files; a part that does not go on begins its file. Returns how much the upload holds now. */
  add(
    id: string,
    parts: readonly { name: string; bytes: Uint8Array; goesOn?: boolean }[],
    now: number,
  ): { files: number; bytes: number };
  get(id: string): SentFile[] | null;
  /** Begins the work on an upload, one at a time; null where there is none. Until it ends the files stay. */
  begin(id: string): SentWork | null;
  /** How far the work on an upload is; null where none is under way. */
  progress(id: string): ImportProgress | null;
  /** Forgets an upload. Work on it is asked to stop, and the files go when it has. */
  discard(id: string): boolean;
}

export interface SentWork {
  files: SentFile[];
  tell(progress: ImportProgress): void;
  /** Throws where the upload was discarded meanwhile. */
  goOn(): void;
  end(): void;
}

const LIVES_MS = 60 * 60_000;

/** Why what was sent under an id is not there. */
export const nothingSent = (again: string): ServiceError =>
  new ServiceError("not_found", `Nothing was sent under this id, or it is older than an hour. ${again}`);

const LOG = "-wal";

interface Upload {
  /** Size by name. */
  files: Map<string, number>;
  touchedAt: number;
  work: { progress: ImportProgress; isCancelled: boolean } | null;
}

/** Keeps uploads below a folder, which is emptied: what an earlier process held is of nobody. */
export function createSentFiles(folder: string): SentFiles {
  const uploads = new Map<string, Upload>();
  let isEmptied = false;
  const drop = (id: string): boolean => {
    rmSync(join(folder, id), { recursive: true, force: true });
    return uploads.delete(id);
  };
  /** A name of our own: what was sent names no path. SQLite finds a log by the name of its database. */
  const pathOf = (id: string, name: string): string => {
    const isLog = name.endsWith(LOG);
    const own = hash("sha256", isLog ? name.slice(0, -LOG.length) : name, "hex").slice(0, 32);
    return join(folder, id, own + (isLog ? LOG : ""));
  };
  const filesOf = (id: string): SentFile[] | null => {
    const upload = uploads.get(id);
    return upload ? [...upload.files].map(([name, size]) => storedFile(name, pathOf(id, name), size)) : null;
  };
  return {
    add(id, parts, now) {
      if (!isEmptied) rmSync(folder, { recursive: true, force: true });
      isEmptied = true;
      for (const [other, { touchedAt, work }] of uploads)
        if (work === null && now - touchedAt > LIVES_MS) drop(other);
      const upload = uploads.get(id) ?? { files: new Map<string, number>(), touchedAt: now, work: null };
      uploads.set(id, upload);
      upload.touchedAt = now;
      mkdirSync(join(folder, id), { recursive: true, mode: 0o700 });
      for (const { name, bytes, goesOn } of parts) {
        const path = pathOf(id, name);
        if (!goesOn) rmSync(path, { force: true });
        appendFileSync(path, bytes, { mode: 0o600 });
        upload.files.set(name, statSync(path).size);
      }
      return { files: upload.files.size, bytes: [...upload.files.values()].reduce((sum, n) => sum + n, 0) };
    },
    get: filesOf,
    begin(id) {
      const upload = uploads.get(id);
      if (!upload) return null;
      if (upload.work) throw new ServiceError("conflict", "These files are being read already.");
      const work = { progress: { phase: "reading" as const, done: 0, of: 0 }, isCancelled: false };
      upload.work = work;
      return {
        files: filesOf(id) ?? [],
        tell: (progress) => void Object.assign(work, { progress }),
        goOn() {
          if (work.isCancelled)
            throw new ServiceError("conflict", "The import was canceled; nothing of it is here.");
        },
        end() {
          upload.work = null;
          if (work.isCancelled) drop(id);
        },
      };
    },
    progress: (id) => uploads.get(id)?.work?.progress ?? null,
    discard(id) {
      const work = uploads.get(id)?.work;
      if (!work) return drop(id);
      work.isCancelled = true;
      return true;
    },
  };
}

/** SHA-256 of a file, read piece by piece. */
export function digestOf(file: SentFile): string {
  const digest = createHash("sha256");
  for (const chunk of chunksOf(file)) digest.update(chunk);
  return digest.digest("hex");
}
