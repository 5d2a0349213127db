import { pointStore } from "#db/points/open-point-store.ts";
import type { PointColumns } from "#db/points/point-store.ts";
import { insertAttempt, selectAttempt, updateAttempt, type AttemptRecord } from "#db/queries/attempts.ts";
import { insertSession, type FoundSession } from "#db/queries/external.ts";
import { DEFAULT_AXIS } from "../../../../workers/protocol/default-axis.ts";
import type { ServiceContext, WriteScope } from "../../context.ts";
import { newId } from "../../hashing.ts";
import type { ArrivedRows } from "./attempt-of-rows.ts";
import { restoreEnd, type Found } from "./run-on.ts";

/**
 * Where an attempt begins that was logged later than all of these rows, as where folders of one run are sent in another order:
 * the least step of what both have. Null where the rows were not all before it.
 */
export function beginsAfter(
  { db }: WriteScope,
  attemptId: string,
  columns: readonly PointColumns[],
  lastAt: number,
): number | null {
  const store = pointStore(db);
  const names = columns.map(({ metric }) => metric);
  let least: number | null = null;
  for (const { id, axis, firstX } of store.series([attemptId], names)) {
    if (axis !== DEFAULT_AXIS || firstX === null) continue;
    const [first] = store.rows(id, { from: firstX, to: firstX });
    if (!(lastAt < first.at[0])) return null;
    least = Math.min(least ?? firstX, firstX);
  }
  return least;
}

/** Makes an attempt of rows that came after those of the one that went back behind their last word: that one is the newer. */
export function goBefore(
  ctx: ServiceContext,
  scope: WriteScope,
  found: Found,
  { session, rows, firstStep }: { session: FoundSession; rows: ArrivedRows; firstStep: number },
): AttemptRecord {
  const { attempt } = session;
  const { client } = found.told;
  if (session.ranUntil !== null) restoreEnd(ctx, scope, found, session);
  const id = newId("attempt");
  const { n, workerId, device } = attempt;
  // Steps are whole: it went on from the one before its first.
  const checkpoint = { attemptId: id, n, path: "", step: firstStep - 1, at: rows.lastAt };
  updateAttempt(scope.db, attempt.id, {
    n: n + 1,
    begun: { kind: "resume", by: client, automatic: false, checkpoint },
  });
  insertAttempt(scope.db, {
    id,
    runId: attempt.runId,
    n,
    workerId,
    fence: 1,
    tokenHash: "",
    state: "failed",
    claimedAt: ctx.now(),
    startedAt: rows.firstAt,
    endedAt: rows.lastAt,
    lastSeenAt: ctx.now(),
    device,
    exit: {
      code: null,
      signal: null,
      askedBy: client,
      reason: "unknown",
      endedAt: rows.lastAt,
      escalation: [],
      detail: "another process had gone on with its work when its rows came",
      leftovers: 0,
      toldBy: client,
    },
  });
  insertSession(scope.db, { attemptId: id, writer: rows.writer });
  return selectAttempt(scope.db, id) as AttemptRecord;
}
