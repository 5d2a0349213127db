import type { AttemptRecord } from "#db/queries/attempts.ts";
import { selectArrivals } from "#db/queries/external/outdated-times.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import type { RunArrival } from "../../../contracts/external/run-arrival.ts";
import type { ServiceContext } from "../../context.ts";
import { atOnce, syncedAfter } from "../attempts/own-times.ts";

interface Row {
  run: Pick<RunRecord, "origin" | "queuedAt">;
  attempt: AttemptRecord | null;
}

/** When each run from outside came, by its latest attempt; one question for all. */
export function arrivalsOf(ctx: ServiceContext, rows: readonly Row[]): Map<string, RunArrival> {
  const external = rows.flatMap(({ run, attempt }) =>
    attempt && run.origin === "external" ? [{ run, attempt }] : [],
  );
  if (external.length === 0) return new Map();
  const sessions = selectArrivals(
    ctx.db,
    external.map(({ attempt }) => attempt.id),
  );
  return new Map(
    external.map(({ run, attempt }) => {
      const { lagMs = null, endToldAt = null } = sessions.get(attempt.id) ?? {};
      const lastAt = attempt.lastSeenAt;
      const later = syncedAfter(attempt, lagMs, endToldAt ?? lastAt);
      const { endedAt } = attempt;
      const syncedMs =
        later === null || endToldAt === null || endedAt === null ? later : Math.max(0, endToldAt - endedAt);
      return [
        attempt.id,
        { firstAt: run.queuedAt, lastAt, lagMs: atOnce(lagMs) ? 0 : (lagMs ?? 0), syncedMs },
      ];
    }),
  );
}
