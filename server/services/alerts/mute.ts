import { deleteMute, type MuteRecord, selectMutes, upsertMute } from "#db/queries/alerts/alerts.ts";
import { selectAlertRule } from "#db/queries/alerts/rules.ts";
import { selectExperiment } from "#db/queries/experiments.ts";
import { selectRun } from "#db/queries/runs.ts";
import { MuteInput, type MuteRow } from "../../contracts/alerts/alert.ts";
import { BUILT_IN, type MuteKind } from "../../contracts/alerts/words.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { conditionWords } from "../../wording/alerts.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";

/** What is kept quiet, as a person knows it; null where it is gone. */
function nameOf({ db }: Pick<ServiceContext, "db">, kind: MuteKind, subject: string): string | null {
  if (kind === "run") return selectRun(db, subject)?.name ?? null;
  if (kind === "experiment") return selectExperiment(db, subject)?.title ?? null;
  if (Object.hasOwn(BUILT_IN, subject)) return BUILT_IN[subject as keyof typeof BUILT_IN].name;
  const rule = selectAlertRule(db, subject);
  return rule ? rule.name || conditionWords(rule) : null;
}

const row = (ctx: ServiceContext, { id, kind, subject, until, by, at }: MuteRecord): MuteRow => ({
  id,
  kind,
  subject,
  name: nameOf(ctx, kind, subject) ?? subject,
  until,
  by,
  at,
});

/** What is kept quiet now, the newest first. */
export const listMutes = (ctx: ServiceContext): MuteRow[] =>
  selectMutes(ctx.db, ctx.now()).map((mute) => row(ctx, mute));

/** Keeps a rule, a run or an experiment quiet for a while, or until that is taken back. Alerts go on being kept. */
export function mute(ctx: ServiceContext, rawInput: MuteInput): MuteRow {
  const { kind, subject, forMs } = MuteInput.parse(rawInput);
  if (nameOf(ctx, kind, subject) === null)
    throw new ServiceError("not_found", `There is no ${kind} ${subject} to mute.`);
  return commit(ctx, (scope) => {
    const at = ctx.now();
    const until = forMs === null ? null : at + forMs;
    const muted = { kind, subject, until, by: actorName(ctx.actor), at };
    const id = upsertMute(scope.db, muted);
    scope.touch(topics.alerts);
    return row(ctx, { id, ...muted });
  });
}

/** Takes a mute back. */
export function unmute(ctx: ServiceContext, id: number): { id: number } {
  return commit(ctx, (scope) => {
    if (!deleteMute(scope.db, id)) throw new ServiceError("not_found", "This is not muted any more.");
    scope.touch(topics.alerts);
    return { id };
  });
}
