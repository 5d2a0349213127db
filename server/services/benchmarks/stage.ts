import type { StageFilesInput } from "../../contracts/benchmark.ts";
import { overLimit } from "../../contracts/limits/limit.ts";
import { UPLOAD_LIMITS } from "../../contracts/limits/requests.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";

/** Takes one batch of an upload. Nothing is read or kept on disk until it is registered. */
export function stageFiles(ctx: ServiceContext, input: StageFilesInput): { files: number; bytes: number } {
  const held = ctx.staging.add(input.stagingId, input.files, ctx.now());
  const { characters, files } = UPLOAD_LIMITS;
  const isOver = held.bytes > characters.most || held.files > files.most;
  if (isOver) {
    ctx.staging.take(input.stagingId);
    const message =
      held.files > files.most ? overLimit(files, held.files) : overLimit(characters, held.bytes);
    throw new ServiceError("too_large", message);
  }
  return held;
}
