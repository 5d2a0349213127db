import { selectSession } from "#db/queries/external.ts";
import { openStream, updateStream } from "#db/queries/external/streams.ts";
import { commit, type ServiceContext } from "../context.ts";
import { hearAttempt } from "../attempts/heartbeat.ts";
import { storeLog } from "../attempts/append-log.ts";
import { requireExternal } from "./session.ts";
import type { ExternalVerbs } from "../../contracts/external/verbs.ts";

const CUT_MARK = Buffer.from("\n[the log is longer than 64 MiB; the rest is not kept]\n");

/** Adds text of the console. What lies before the end of what this writer has sent is stored already. */
export function printToExternalRun(
  ctx: ServiceContext,
  runId: string,
  { writer, offset, unit = "bytes", text }: Parameters<ExternalVerbs["print"]>[1],
): void {
  commit(ctx, (scope) => {
    const found = requireExternal(ctx, runId);
    const session = selectSession(scope.db, runId);
    if (!session) return;
    const stream = openStream(scope.db, { runId, writer, stream: "console" });
    const known = Math.max(0, stream.reached - offset);
    const parts = unit === "lines" ? (text.match(/[^\n]*\n|[^\n]+$/g) ?? []) : Buffer.from(text, "utf8");
    const fresh = Array.isArray(parts) ? Buffer.from(parts.slice(known).join("")) : parts.subarray(known);
    updateStream(scope.db, { ...stream, reached: Math.max(stream.reached, offset + parts.length) });
    hearAttempt(ctx, scope, session.attempt, found.run);
    storeLog(scope, session.attempt, fresh, CUT_MARK);
  });
}
