import {
  countAlerts,
  countUnread,
  selectAlerts,
  selectFoldables,
  updateRead,
} from "#db/queries/alerts/alerts.ts";
import {
  type AlertLines,
  AlertLinesInput,
  ListAlertsInput,
  type AlertList,
  type AlertRow,
  MarkInput,
  type Marked,
} from "../../contracts/alerts/alert.ts";
import { foldAlerts } from "../../contracts/alerts/fold.ts";
import { ALERT_LIMITS } from "../../contracts/alerts/words.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";

type Selected = ReturnType<typeof selectAlerts>[number];

/** An alert as it is told to people and machines. */
export function alertRow({ alert, run, experiment, runs }: Selected): AlertRow {
  const { id, kind, rule, level, title, why, at, readAt, muted } = alert;
  return {
    id,
    kind,
    rule,
    level,
    title,
    why,
    at,
    readAt,
    muted,
    run: run && { id: run.id, name: run.name, state: run.state },
    experiment: run && { id: run.experimentId, title: experiment ?? "", runs },
  };
}

/** Alerts, newest first. */
export function listAlerts(ctx: ServiceContext, rawInput: ListAlertsInput): AlertList {
  const input = ListAlertsInput.parse(rawInput);
  return {
    alerts: selectAlerts(ctx.db, input, input.limit).map(alertRow),
    total: countAlerts(ctx.db, input),
    unread: countUnread(ctx.db),
  };
}

/** A page of alerts as lines, newest first; all that fit are folded, and then those before one are shown. */
export function listLines(ctx: ServiceContext, rawInput: AlertLinesInput): AlertLines {
  const { before, limit, ...filter } = AlertLinesInput.parse(rawInput);
  const fitting = selectFoldables(ctx.db, filter);
  const left = foldAlerts(fitting).filter(({ alerts }) => before === undefined || alerts[0].id < before);
  const page = left.slice(0, limit);
  const named = page.map(({ alerts }) => alerts.slice(0, ALERT_LIMITS.ofLine).map(({ id }) => id));
  const ids = named.flat();
  const rows = new Map(
    selectAlerts(ctx.db, { only: "all", ids }, ids.length).map((row) => [row.alert.id, alertRow(row)]),
  );
  return {
    lines: page.map(({ key, alerts, runs }, i) => ({
      key,
      runs,
      ids: alerts.map(({ id }) => id),
      alerts: named[i].flatMap((id) => rows.get(id) ?? []),
    })),
    older: left.length - page.length,
    total: fitting.length,
    unread: countUnread(ctx.db),
    newest: fitting.at(0)?.id ?? null,
  };
}

/** Marks alerts read or unread; the answer names those that were otherwise, so that the opposite takes it back. */
export function markAlerts(ctx: ServiceContext, rawInput: MarkInput): Marked {
  const { read, ids, upTo } = MarkInput.parse(rawInput);
  if (ids === undefined && upTo === undefined)
    throw new ServiceError("invalid", "Name alerts, or the last of those that are meant.");
  return commit(ctx, (scope) => {
    const changed = updateRead(scope.db, { ids, upTo, readAt: read ? ctx.now() : null });
    if (changed.length > 0) scope.touch(topics.alerts);
    return { read, ids: changed };
  });
}
