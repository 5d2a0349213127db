import { Buffer } from "node:buffer";
import type { StageBytesInput } from "../../contracts/benchmark.ts";
import { overLimit } from "../../contracts/limits/limit.ts";
import { IMPORT_LIMITS } from "../../contracts/limits/requests.ts";
import type { ImportProgress, StagedFiles } from "../../contracts/imports/imports.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";

/** Takes one batch of files that are to be imported. They lie on disk until they are imported, discarded or an hour old. */
export function stageBytes(
  ctx: ServiceContext,
  { stagingId, files: parts }: StageBytesInput,
): { files: number; bytes: number } {
  const decoded = parts.map(({ bytes, ...part }) => ({ ...part, bytes: Buffer.from(bytes, "base64") }));
  const held = ctx.uploads.add(stagingId, decoded, ctx.now());
  const { bytes, files } = IMPORT_LIMITS;
  if (held.bytes <= bytes.most && held.files <= files.most) return held;
  ctx.uploads.discard(stagingId);
  throw new ServiceError(
    "too_large",
    held.files > files.most ? overLimit(files, held.files) : overLimit(bytes, held.bytes),
  );
}

/** Forgets files that were sent; an import of them that is under way ends and leaves nothing. */
export const discardFiles = (ctx: ServiceContext, { stagingId }: StagedFiles): { found: boolean } => ({
  found: ctx.uploads.discard(stagingId),
});

/** How far an import of files that were sent is; null where none is under way. */
export const importProgress = (ctx: ServiceContext, { stagingId }: StagedFiles): ImportProgress | null =>
  ctx.uploads.progress(stagingId);
