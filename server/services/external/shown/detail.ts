import { pointStore } from "#db/points/open-point-store.ts";
import { selectIngestToken } from "#db/queries/ingest-tokens.ts";
import { selectExternalRun, selectSession } from "#db/queries/external.ts";
import { selectStatements } from "#db/queries/external/statements.ts";
import { DEFAULT_AXIS } from "../../../../workers/protocol/default-axis.ts";
import type { ExternalDetail } from "../../../contracts/external/external.ts";
import { writeTimeOfDay } from "../../../wording/times.ts";
import type { AttemptRecord } from "#db/queries/attempts.ts";
import type { ServiceContext } from "../../context.ts";
import { cellConfig, seedIn } from "../config.ts";
import { sharedAt } from "../../series/shared-at.ts";
import { tellingMetrics } from "../headline.ts";
import { sentFiles } from "./logged.ts";
import { protocolIn, statedIn } from "./statements.ts";

function headline(ctx: ServiceContext, runId: string, chosen: readonly string[]): ExternalDetail["headline"] {
  const attempt = selectSession(ctx.db, runId)?.attempt;
  if (!attempt) return [];
  const store = pointStore(ctx.db);
  const names = store.names(attempt.id);
  const sent = new Map(names.filter(({ axis }) => axis === DEFAULT_AXIS).map(({ metric }) => [metric, 1]));
  const metrics = chosen.length > 0 ? chosen.filter((metric) => sent.has(metric)) : tellingMetrics(sent);
  const series = store.series([attempt.id], metrics).filter(({ axis }) => axis === DEFAULT_AXIS);
  return metrics.flatMap((metric) => {
    const last = series.find((one) => one.metric === metric);
    if (!last || last.lastX === null) return [];
    const sharedX = sharedAt(store, last.id, last.lastX);
    const value = Number.isFinite(last.lastValue) ? last.lastValue : null;
    return { metric, value, x: last.lastX, ...(sharedX !== undefined && { sharedX }) };
  });
}

/** What a client told of a run; null for a run that was launched here. */
export function externalDetail(ctx: ServiceContext, runId: string): ExternalDetail | null {
  const found = selectExternalRun(ctx.db, runId);
  if (!found) return null;
  const { run, told, place } = found;
  const kept = cellConfig(run.params, place);
  const seed = seedIn(run.params, place);
  const statements = selectStatements(ctx.db, [runId]);
  return {
    client: told.client,
    key: told.clientKey,
    place: place.name,
    token: selectIngestToken(ctx.db, told.tokenId)?.name ?? "",
    group: told.groupName,
    jobType: told.jobType,
    tags: told.tags,
    notes: told.notes,
    environment: told.environment,
    summary: told.summary,
    axes: told.axes,
    files: sentFiles(ctx, runId),
    seedKey: seed?.key ?? null,
    ignored: Object.keys(run.params).filter((key) => !kept.has(key) && key !== seed?.key),
    statements: statedIn(statements),
    protocol: protocolIn(statements),
    headline: headline(ctx, runId, place.metrics),
  };
}

/** The state of an attempt from outside in a sentence with its source; null where the end's own record says it. */
export function externalSentence(attempt: AttemptRecord, client: string): string | null {
  const where = attempt.device ? ` on ${attempt.device}` : "";
  switch (attempt.state) {
    case "running":
      return `Reported by ${client}${where}; its process runs elsewhere. Last heartbeat at ${writeTimeOfDay(attempt.lastSeenAt)}.`;
    case "stopping":
      return `Stop requested by ${attempt.stopRequestedBy ?? "somebody"} at ${writeTimeOfDay(attempt.stopRequestedAt ?? 0)}; it reaches ${client}${where} with its next request.`;
    case "unreachable":
      return `No heartbeat from ${client}${where} since ${writeTimeOfDay(attempt.lastSeenAt)}. This is not a verdict; what it sends when it reconnects is stored.`;
    default:
      return null;
  }
}
