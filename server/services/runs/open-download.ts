import { selectAttemptFile } from "#db/queries/attempts/attempt-files.ts";
import { selectArtifact } from "#db/queries/attempts.ts";
import type { ServiceContext } from "../context.ts";
import { openFile, safeFileName } from "../external/keep-file.ts";

export interface OpenedFile {
  fileName: string;
  data: Buffer;
}

/**
 * A file by its word in a download's address: `a12` one that a trainer left, `w12` weights, `12` one that a client from outside sent.
 * null where there is none, or its content is not here.
 */
export function openDownload(ctx: Pick<ServiceContext, "db">, word: string): OpenedFile | null {
  const found = /^([aw]?)(\d{1,15})$/.exec(word);
  if (!found) return null;
  const id = Number(found[2]);
  if (found[1] === "") return openFile(ctx, id);
  if (found[1] === "a") {
    const file = selectAttemptFile(ctx.db, id);
    return file?.data ? { fileName: safeFileName(file.path), data: file.data } : null;
  }
  const artifact = selectArtifact(ctx.db, id);
  return artifact?.data
    ? { fileName: `${artifact.kind}-${artifact.sha256.slice(0, 12)}.f32`, data: artifact.data }
    : null;
}
