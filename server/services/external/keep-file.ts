import { createHash } from "node:crypto";
import {
  selectFile,
  selectFiles,
  updateLaunchedRun,
  updateExternalRun,
  upsertFile,
} from "#db/queries/external.ts";
import { topics } from "../../contracts/live.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { commit, type ServiceContext } from "../context.ts";
import { word } from "./places/place.ts";
import { noteOnce } from "./say.ts";
import { ingestActor, requireExternal } from "./session.ts";

/** What is kept of files: of one, of all of a run, and how many; larger ones are known by name, size and hash. */
export const FILE_LIMITS = {
  bytes: 16 * 1024 * 1024,
  ofRun: 256 * 1024 * 1024,
  files: 1000,
  path: 400,
} as const;

/** The last part of a path as a name that is safe to save it under. */
export const safeFileName = (path: string): string =>
  path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/[^A-Za-z0-9._-]+/g, "_")
    .replace(/^\.+/, "_")
    .slice(-120) || "file";

/** A kept file with a name that is safe to save it under; null where there is none, or only its name is known. */
export function openFile(
  ctx: Pick<ServiceContext, "db">,
  id: number,
): { fileName: string; data: Buffer } | null {
  const file = selectFile(ctx.db, id);
  if (!file?.data) return null;
  return { fileName: safeFileName(file.path), data: file.data };
}

/** A file by its path, as it came. The path is a name and never opened. */
export function storeExternalFile(
  ctx: ServiceContext,
  runId: string,
  { path, type, bytes }: { path: string; type: string | null; bytes: Uint8Array },
): void {
  commit(ctx, (scope) => {
    const { told } = requireExternal(ctx, runId);
    const name = word(path, FILE_LIMITS.path, "a file without a name");
    const files = selectFiles(scope.db, runId);
    const before = files.find((file) => file.path === name);
    const at = ctx.now();
    if (!before && files.length >= FILE_LIMITS.files)
      return noteOnce(scope, runId, at, {
        level: "info",
        message: `A run has at most ${FILE_LIMITS.files} files here; further ones are not kept.`,
      });
    const rest = told.fileBytes - (before?.kept ? before.bytes : 0);
    const kept = bytes.length <= FILE_LIMITS.bytes && rest + bytes.length <= FILE_LIMITS.ofRun;
    if (!kept)
      noteOnce(scope, runId, at, {
        level: "info",
        message: `Files above ${writeBytes(FILE_LIMITS.bytes)}, and beyond ${writeBytes(FILE_LIMITS.ofRun)} of a run, are known by name, size and hash only.`,
      });
    upsertFile(scope.db, {
      runId,
      path: name,
      type: type === null ? null : word(type, 200, "unknown"),
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      at,
      data: kept ? Buffer.from(bytes) : null,
    });
    const update = ingestActor(ctx).attempt ? updateLaunchedRun : updateExternalRun;
    update(scope.db, runId, { fileBytes: rest + (kept ? bytes.length : 0) });
    scope.touch(topics.run(runId));
  });
}
