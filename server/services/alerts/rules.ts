import { countByRule, selectMutes } from "#db/queries/alerts/alerts.ts";
import {
  type AlertRuleRecord,
  deleteAlertRule,
  insertAlertRule,
  selectAlertRule,
  selectAlertRules,
  updateAlertRule,
} from "#db/queries/alerts/rules.ts";
import { selectExperiment } from "#db/queries/experiments.ts";
import { selectRun } from "#db/queries/runs.ts";
import { AlertRuleInput, type AlertRuleRow, ChangeRuleInput } from "../../contracts/alerts/rule.ts";
import { ALERT_LIMITS, BUILT_IN } from "../../contracts/alerts/words.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { conditionWords, scopeWords } from "../../wording/alerts.ts";
import { countOf } from "../../wording/counts.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { newId } from "../hashing.ts";

type Wanted = Omit<AlertRuleRecord, "id" | "enabled" | "revision" | "createdBy" | "createdAt">;

function watchesOf({ db }: ServiceContext, { scope, of }: Wanted): string {
  const named = of ?? "";
  if (scope === "run") return scopeWords(scope, selectRun(db, named)?.name ?? "a run that is gone");
  if (scope === "experiment")
    return scopeWords(scope, selectExperiment(db, named)?.title ?? "an experiment that is gone");
  return scopeWords(scope, named);
}

/** Every rule: those that people wrote, then those that are there. */
export function listAlertRules(ctx: ServiceContext): AlertRuleRow[] {
  const fired = countByRule(ctx.db);
  const mutes = new Map(
    selectMutes(ctx.db, ctx.now()).flatMap(({ kind, subject, until }) =>
      kind === "rule" ? [[subject, until] as const] : [],
    ),
  );
  const told = (id: string) => ({
    fired: fired.get(id) ?? 0,
    muted: mutes.has(id),
    mutedUntil: mutes.get(id) ?? null,
  });
  const written = selectAlertRules(ctx.db).map((rule): AlertRuleRow => {
    const { id, name, metric, condition, value, span, unit, scope, of, level, enabled } = rule;
    const when = conditionWords(rule);
    return {
      id,
      builtIn: false,
      name: name || when,
      when,
      watches: watchesOf(ctx, rule),
      wanted: { name, metric, condition, value, span, unit, scope, of, level },
      enabled,
      ...told(id),
    };
  });
  const builtIn = Object.entries(BUILT_IN).map(([id, { name, when }]): AlertRuleRow => ({
    id,
    builtIn: true,
    name,
    when,
    watches: id === "webhook" ? "webhooks" : "every run",
    wanted: null,
    enabled: true,
    ...told(id),
  }));
  return [...written, ...builtIn];
}

function wantedOf(ctx: ServiceContext, input: AlertRuleInput): Wanted {
  const { of, value, ...wanted } = AlertRuleInput.parse(input);
  const exists =
    wanted.scope === "run"
      ? selectRun(ctx.db, of ?? "") !== undefined
      : wanted.scope !== "experiment" || selectExperiment(ctx.db, of ?? "") !== undefined;
  if (!exists) throw new ServiceError("not_found", `There is no ${wanted.scope} ${of}.`, { field: "of" });
  return {
    ...wanted,
    of: wanted.scope === "project" ? null : of,
    value: wanted.condition === "silent" ? null : value,
  };
}

const rowOf = (ctx: ServiceContext, id: string): AlertRuleRow => {
  const found = listAlertRules(ctx).find((rule) => rule.id === id);
  if (!found) throw new ServiceError("not_found", `There is no rule ${id.slice(0, 60)}.`);
  return found;
};

/** Writes a rule. It watches what runs from now on, and what goes on. */
export function createAlertRule(ctx: ServiceContext, input: AlertRuleInput): AlertRuleRow {
  const wanted = wantedOf(ctx, input);
  return commit(ctx, (scope) => {
    if (selectAlertRules(scope.db).length >= ALERT_LIMITS.rules)
      throw new ServiceError(
        "conflict",
        `There are ${countOf(ALERT_LIMITS.rules, "rule")}, which is the most. Delete one that nobody needs.`,
      );
    const id = newId("alertRule");
    insertAlertRule(scope.db, {
      ...wanted,
      id,
      createdBy: actorName(ctx.actor),
      createdAt: ctx.now(),
    });
    scope.touch(topics.alerts);
    return rowOf(ctx, id);
  });
}

const ASKED = ["metric", "condition", "value", "span", "unit", "scope", "of"] as const;

/** Writes a rule anew, or turns it on or off. What asks something else fires again for what the old one fired for. */
export function changeAlertRule(ctx: ServiceContext, rawInput: ChangeRuleInput): AlertRuleRow {
  const { id, rule, enabled } = ChangeRuleInput.parse(rawInput);
  const wanted = rule && wantedOf(ctx, rule);
  return commit(ctx, (scope) => {
    const before = selectAlertRule(scope.db, id);
    if (!before)
      throw new ServiceError("not_found", `There is no rule ${id.slice(0, 60)} that somebody wrote.`);
    const asksElse = wanted !== undefined && ASKED.some((key) => wanted[key] !== before[key]);
    updateAlertRule(scope.db, id, {
      ...wanted,
      enabled: enabled ?? before.enabled,
      revision: before.revision + Number(asksElse),
    });
    scope.touch(topics.alerts);
    return rowOf(ctx, id);
  });
}

/** Deletes a rule; what it said stays. The answer is what writes it again. */
export function removeAlertRule(ctx: ServiceContext, id: string): AlertRuleRow {
  return commit(ctx, (scope) => {
    const row = rowOf(ctx, id);
    if (row.builtIn)
      throw new ServiceError("conflict", `${row.name} is built in: mute it instead of deleting it.`);
    deleteAlertRule(scope.db, id);
    scope.touch(topics.alerts);
    return row;
  });
}
