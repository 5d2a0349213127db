import { pointStore } from "#db/points/open-point-store.ts";
import type { PointColumns } from "#db/points/point-store.ts";
import { insertAttempt, selectAttempt, updateAttempt, type AttemptRecord } from "#db/queries/attempts.ts";
import { insertSession, type FoundSession } from "#db/queries/outside.ts";
import { DEFAULT_AXIS } from "../../../../workers/protocol/default-axis.ts";
import type { ServiceContext, WriteScope } from "../../context.ts";
import { newId } from "../../hashing.ts";
import type { ArrivedRows } from "./attempt-of-rows.ts";
import { restoreEnd, type Found } from "./run-on.ts";

/** How rows stand to an attempt that was logged later, as where folders of one run are sent in another order. */
export interface Earlier {
  /** They reach into what was done once more; else they are the beginning of the same work. */
  overlaps: boolean;
  /** The last of them that was not done once more. */
  kept: { x: number; at: number } | null;
}

/** Reads whether rows were all logged before anything of an attempt that has the same metrics; null where they were not. */
export function earlierThan(
  { db }: WriteScope,
  attemptId: string,
  columns: readonly PointColumns[],
  lastAt: number,
): Earlier | null {
  const store = pointStore(db);
  const names = columns.map(({ metric }) => metric);
  const there = store.series([attemptId], names).filter(({ axis }) => axis === DEFAULT_AXIS);
  let earlier = null as Earlier | null;
  for (const { id, metric, firstX } of there) {
    const [first] = store.rows(id, { from: firstX, to: firstX });
    const own = columns.find((column) => column.metric === metric && column.axis === DEFAULT_AXIS);
    if (!own || firstX === null || first === undefined) continue;
    if (!(lastAt < first.at[0])) return null;
    const before = own.x.reduce((most, x, i) => (x < firstX && !(x <= own.x[most]) ? i : most), -1);
    earlier = {
      overlaps: earlier?.overlaps === true || own.x.some((x) => x >= firstX),
      kept: before === -1 ? (earlier?.kept ?? null) : { x: own.x[before], at: own.at[before] },
    };
  }
  return earlier;
}

/** Makes an attempt of rows that came after those of the one that went back behind their last word: that one is the newer. */
export function goBefore(
  ctx: ServiceContext,
  scope: WriteScope,
  found: Found,
  { session, rows, kept }: { session: FoundSession; rows: ArrivedRows } & Pick<Earlier, "kept">,
): AttemptRecord {
  const { attempt } = session;
  const { client } = found.told;
  if (session.ranUntil !== null) restoreEnd(ctx, scope, found, session);
  const id = newId("attempt");
  const { n, workerId, device } = attempt;
  const checkpoint = kept && { attemptId: id, n, path: "", step: kept.x, at: kept.at };
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
    claimedAt: rows.firstAt,
    startedAt: rows.firstAt,
    endedAt: rows.lastAt,
    heardAt: rows.lastAt,
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
