import type { AlertRow } from "../contracts/alerts/alert.ts";
import type { AlertKind, ConditionKind, RuleScope, SpanUnit } from "../contracts/alerts/words.ts";
import { countOf, listFirst, writeOf } from "./counts.ts";
import { writeDuration } from "./times.ts";
import { withTrueMinus } from "./typography.ts";
import { writeTyped } from "./typed.ts";

interface Condition {
  metric: string;
  condition: ConditionKind;
  value: number | null;
  span: number;
  unit: SpanUnit;
}

/** "for 50 steps", "for 10 min"; nothing where one point is enough. */
function spanWords({ span, unit }: Pick<Condition, "span" | "unit">): string {
  if (span === 0) return "";
  return unit === "steps" ? ` for ${countOf(span, "step")}` : ` for ${writeDuration(span * 60_000)}`;
}

/** When a rule fires: "reward/raw below 0.1 for 50 steps", "no new value of reward/raw for 10 min". */
export function conditionWords(condition: Condition): string {
  const { metric, value } = condition;
  if (condition.condition === "silent") return `no new value of ${metric}${spanWords(condition)}`;
  return `${metric} ${condition.condition} ${value === null ? "" : withTrueMinus(writeTyped(value))}${spanWords(condition)}`;
}

/** What a rule watches; `name` is what its run or experiment is called. */
export function scopeWords(scope: RuleScope, name: string): string {
  if (scope === "project") return "every run";
  if (scope === "tag") return `runs tagged ${name}`;
  return scope === "experiment" ? `runs of ${name}` : name;
}

const TOGETHER: Partial<Record<AlertKind, string>> = {
  ended: "ended",
  failed: "failed",
  unreachable: "lost its heartbeat",
};

/** What several alerts of one kind and experiment say as one, "9 of 12 runs of X ended"; of one alert its own title. */
export function lineTitle({ alerts, runs }: { alerts: readonly AlertRow[]; runs: number }): string {
  const [{ kind, title, experiment }] = alerts;
  if (alerts.length === 1 || experiment === null) return title;
  return `${writeOf(runs, experiment.runs, "run")} of ${experiment.title} ${TOGETHER[kind] ?? kind}`;
}

const REASONS = 3;
const NAMES = 10;

/** Why the alerts of a line fired, each reason once with the runs that it is of, the commonest first. */
export function lineReasons(alerts: readonly AlertRow[]): string[] {
  if (alerts.length === 1) return [alerts[0].why];
  const reasons = [...Map.groupBy(alerts, ({ why }) => why)].toSorted(([, a], [, b]) => b.length - a.length);
  const said = reasons
    .slice(0, REASONS)
    .map(
      ([why, same]) => `${why} ${listFirst([...new Set(same.map(({ run }) => run?.name ?? ""))], NAMES)}.`,
    );
  const left = reasons.slice(REASONS).flatMap(([, same]) => same).length;
  return left > 0 ? [...said, `${countOf(left, "alert")} for other reasons.`] : said;
}
