import { createHash } from "node:crypto";
import { keepContent, replaceAttemptFiles, sumKeptBytes } from "#db/queries/attempts/attempt-files.ts";
import {
  type ContentMessage,
  type FilesAnswer,
  type FilesMessage,
  KEPT_BYTES,
  KEPT_FILE_BYTES,
} from "../../../../workers/protocol/attempts/files.ts";
import type { z } from "zod";
import { topics } from "../../../contracts/live.ts";
import { ServiceError } from "../../../errors.ts";
import { commit, type ServiceContext } from "../../context.ts";
import { requireAttempt } from "../require-attempt.ts";

type Answer = z.infer<typeof FilesAnswer>;

/** What lies in the output folder of an attempt now. */
export function recordFiles(ctx: ServiceContext, attemptId: string, message: FilesMessage): Answer {
  return commit(ctx, (scope) => {
    const { attempt, run } = requireAttempt(ctx, attemptId, message.fence);
    replaceAttemptFiles(scope.db, attempt.id, message.files, ctx.now());
    scope.touch(topics.run(run.id));
    return { full: sumKeptBytes(scope.db, attempt.id) >= KEPT_BYTES };
  });
}

/** Keeps a small file by content. What is beyond the room of its attempt stays known by name. */
export function recordContent(ctx: ServiceContext, attemptId: string, message: ContentMessage): Answer {
  const data = Buffer.from(message.bytes, "base64");
  if (data.length > KEPT_FILE_BYTES)
    throw new ServiceError("too_large", `${message.path} is larger than what is kept by content.`);
  return commit(ctx, (scope) => {
    const { attempt, run } = requireAttempt(ctx, attemptId, message.fence);
    const kept = sumKeptBytes(scope.db, attempt.id);
    if (kept + data.length > KEPT_BYTES) return { full: true };
    const sha256 = createHash("sha256").update(data).digest("hex");
    if (!keepContent(scope.db, { attemptId: attempt.id, path: message.path }, { data, sha256 }))
      throw new ServiceError("invalid", `${message.path} was not named before its content came.`);
    scope.touch(topics.run(run.id));
    return { full: kept + data.length >= KEPT_BYTES };
  });
}
