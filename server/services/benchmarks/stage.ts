import type { StageFilesInput } from "../../contracts/benchmark.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { countOf } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_FILES = 20_000;

/** Takes one batch of an upload. Nothing is read or kept on disk until it is registered. */
export function stageFiles(ctx: ServiceContext, input: StageFilesInput): { files: number; bytes: number } {
  const held = ctx.staging.add(input.stagingId, input.files, ctx.now());
  if (held.bytes > MAX_BYTES || held.files > MAX_FILES) {
    ctx.staging.take(input.stagingId);
    throw new ServiceError(
      "too_large",
      `An upload holds at most ${countOf(MAX_FILES, "file")} and ${writeBytes(MAX_BYTES)}; nothing of it was kept.`,
    );
  }
  return held;
}
