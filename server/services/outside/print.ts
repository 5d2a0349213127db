import { updateAttempt } from "#db/queries/attempts.ts";
import { insertLogChunk } from "#db/queries/logs.ts";
import { openStream, selectSession, updateStream } from "#db/queries/outside.ts";
import { topics } from "../../contracts/live.ts";
import { commit, type ServiceContext } from "../context.ts";
import { hearAttempt } from "../attempts/heartbeat.ts";
import { LOG_CAP_BYTES, LOG_CHUNK_BYTES } from "../attempts/append-log.ts";
import { requireOutside } from "./session.ts";

const CUT_MARK = Buffer.from("\n[the log is longer than 64 MiB; the rest is not kept]\n");

/** Adds text of the console. What lies before the end of what this writer has sent is stored already. */
export function printOutside(
  ctx: ServiceContext,
  runId: string,
  { writer, offset, text }: { writer: string; offset: number; text: string },
): void {
  commit(ctx, (scope) => {
    const found = requireOutside(ctx, runId);
    const session = selectSession(scope.db, runId);
    if (!session) return;
    const stream = openStream(scope.db, { runId, writer, stream: "console" });
    const sent = Buffer.from(text, "utf8");
    let bytes = sent.subarray(Math.max(0, stream.reached - offset));
    updateStream(scope.db, { ...stream, reached: Math.max(stream.reached, offset + sent.length) });
    const { attempt } = session;
    hearAttempt(ctx, scope, attempt, found.run);
    const room = LOG_CAP_BYTES - attempt.logSize;
    if (bytes.length === 0 || room <= 0) return;
    if (bytes.length >= room) bytes = Buffer.concat([bytes.subarray(0, room), CUT_MARK]);
    for (let i = 0; i < bytes.length; i += LOG_CHUNK_BYTES)
      insertLogChunk(scope.db, attempt.id, attempt.logSize + i, bytes.subarray(i, i + LOG_CHUNK_BYTES));
    updateAttempt(scope.db, attempt.id, { logSize: attempt.logSize + bytes.length });
    scope.touch(topics.runLog(runId));
  });
}
