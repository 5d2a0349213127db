import { ServiceError } from "../errors.ts";
import { countOf } from "../wording/counts.ts";

/** Files of uploads that are not registered yet. In memory only: an upload that is never finished leaves nothing. */
export interface Staging {
  /** Adds files of an upload; a file that comes again replaces itself, unless it says that it goes on. Returns how much the upload holds now. */
  add(
    id: string,
    files: { name: string; text: string; goesOn?: boolean }[],
    now: number,
  ): { files: number; bytes: number };
  take(id: string): { name: string; text: string }[] | null;
}

/** Characters of all uploads that wait; one file has at most a fifth of it. */
const MOST_CHARACTERS = 320 * 1024 * 1024;
const LIVES_MINUTES = 15;
const LIVES_MS = LIVES_MINUTES * 60_000;

/** Why what was sent under an id is not there: "Nothing was sent under this id, or it is older than 15 minutes." */
export const nothingStaged = (again: string): ServiceError =>
  new ServiceError(
    "not_found",
    `Nothing was sent under this id, or it is older than ${countOf(LIVES_MINUTES, "minute")}. ${again}`,
  );

interface Upload {
  files: Map<string, string>;
  bytes: number;
  touchedAt: number;
}

export function createStaging(): Staging {
  const uploads = new Map<string, Upload>();
  return {
    add(id, files, now) {
      for (const [key, upload] of uploads) if (now - upload.touchedAt > LIVES_MS) uploads.delete(key);
      const upload: Upload = uploads.get(id) ?? {
        files: new Map<string, string>(),
        bytes: 0,
        touchedAt: now,
      };
      for (const { name, text: part, goesOn } of files) {
        const before = upload.files.get(name) ?? "";
        const text = goesOn ? before + part : part;
        upload.bytes += text.length - before.length;
        upload.files.set(name, text);
      }
      upload.touchedAt = now;
      uploads.delete(id);
      uploads.set(id, upload);
      let held = [...uploads.values()].reduce((sum, { bytes }) => sum + bytes, 0);
      for (const [other, { bytes }] of uploads) {
        if (held <= MOST_CHARACTERS) break;
        uploads.delete(other);
        held -= bytes;
      }
      return { files: upload.files.size, bytes: upload.bytes };
    },
    take(id) {
      const upload = uploads.get(id);
      uploads.delete(id);
      return upload ? [...upload.files].map(([name, text]) => ({ name, text })) : null;
    },
  };
}
