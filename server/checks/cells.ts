import type { Finding } from "../contracts/finding.ts";
import { bySeverity } from "./by-severity.ts";
import type { ValueOnRecord } from "../contracts/on-record.ts";
import { writeDismissal } from "../wording/dismissed.ts";
import { writeOf } from "../wording/counts.ts";
import { writeMeasured } from "../wording/measured-claims.ts";
import { effortFindings, type Effort } from "./effort.ts";
import { BEING_COMPUTED, isBeingComputed } from "./health/being-computed.ts";
import { forbidding, judge } from "./judge.ts";
import { isSpoiling, spoiledBy } from "./registry.ts";

/** A configuration with what stands behind its values. */
export interface JudgedCell extends Effort {
  /** What it is, where it was launched to be measured otherwise than the others; null for all that are to be compared. */
  beside: string | null;
  /** What the run-health rules say of each of its runs. */
  health: readonly (readonly Finding[])[];
  /** Whether its recipe has the metric at all; one that has none has none that could differ. */
  measures(metric: string): boolean;
  /** Of the values that it has of a metric, one per seed. */
  valuesOf(metric: string): readonly ValueOnRecord[];
}

/** What is said of several runs at once: the same of the same metric, as grave, in the same words but for the number. */
const sameOf = ({ rule, metric, severity, claim, measured }: Finding): string =>
  JSON.stringify([
    rule,
    metric,
    severity,
    ...(measured ? [measured.before, measured.kind, measured.after] : [claim]),
  ]);

function claimOver(same: readonly Finding[]): string {
  const measured = same.flatMap((one) => one.measured ?? []);
  return measured.length > 0 ? writeMeasured(measured) : same[0].claim;
}

/** Evidence has numbers of one run, and says so where those of others differ; what all have dismissed keeps the reason. */
function evidenceOver(same: readonly Finding[], dismissed: Finding["dismissed"]): string {
  const [{ evidence }] = same;
  const of = same.every((one) => one.evidence === evidence) ? evidence : `The first of them: ${evidence}`;
  return dismissed ? `${of} ${writeDismissal(dismissed)}` : of;
}

/** From the first step that one of them speaks about to the last. */
function spanOver(same: readonly Finding[]): Finding["span"] {
  const spans = same.flatMap(({ span }) => span ?? []);
  if (spans.length === 0) return null;
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
}

/**
 * What the run-health rules say of some runs of one thing, on every page alike: each rule once for each metric that it speaks of
 * and each severity, with how many runs that is so in and the range of its number over these. A run that a rule objects to for
 * two metrics is one run of each. A note informs about its run alone and stays there.
 */
export function acrossRuns(
  config: string,
  ofRuns: readonly (readonly Finding[])[],
  keeps: (objection: Finding) => boolean = () => true,
): Finding[] {
  const found = ofRuns.flatMap((findings, run) =>
    findings.filter((one) => one.severity !== "info" && keeps(one)).map((objection) => ({ run, objection })),
  );
  return bySeverity(
    [...Map.groupBy(found, ({ objection }) => sameOf(objection)).values()].map((group) => {
      const same = group.map(({ objection }) => objection);
      const runs = new Set(group.map(({ run }) => run)).size;
      const { measured: _, dismissed, ...first } = same[0];
      const isDismissed = same.every((one) => one.dismissed);
      const claim = claimOver(same);
      return {
        ...first,
        claim:
          ofRuns.length === 1 ? claim : `In ${writeOf(runs, ofRuns.length, "run")} of ${config}: ${claim}`,
        evidence: evidenceOver(same, isDismissed ? dismissed : undefined),
        span: spanOver(same),
        across: { runs, of: ofRuns.length, measured: same.flatMap(({ measured }) => measured ?? []) },
        a: config,
        ...(isDismissed && { dismissed }),
      };
    }),
  );
}

/** What a configuration's own runs take from the metrics of a table, each objection once for every metric that it spoils. */
function spoiled({ config, health }: JudgedCell, metrics: readonly string[]): Finding[] {
  const found = acrossRuns(config, health, (o) => isSpoiling(o) && o.severity === "error");
  return found.flatMap((objection) => {
    const taken = spoiledBy(objection, metrics);
    return (taken.length > 0 ? taken : [null]).map((metric) => ({ ...objection, metric }));
  });
}

/** While rules have not seen all points of a configuration's runs, nobody knows which metrics they take the meaning from. */
function pending({ config, health }: JudgedCell, metrics: readonly string[]): Finding[] {
  const waiting = health.filter((ofRun) => ofRun.some(isBeingComputed)).length;
  if (waiting === 0) return [];
  const claim = `Checks of ${writeOf(waiting, health.length, "run")} of ${config} are being computed.`;
  return metrics.map((metric) => ({ ...BEING_COMPUTED, forbids: true, claim, metric, a: config }));
}

/** The same thing said for every metric is said once. */
function merged(findings: Finding[], metrics: readonly string[]): Finding[] {
  const groups = Map.groupBy(findings, (o) => `${o.rule}|${o.claim}|${o.evidence}`);
  return [...groups.values()].flatMap((same) =>
    same.length > 1 && same.length >= metrics.length ? { ...same[0], metric: null } : same,
  );
}

/**
 * What forbids the ranking of a configuration that was launched to differ there is no alarm: it says what the configuration is.
 * It still forbids.
 */
const asMeant = ({ config, beside }: JudgedCell, objection: Finding): Finding =>
  beside === null || objection.severity !== "error"
    ? objection
    : {
        ...objection,
        severity: "info",
        forbids: true,
        claim: `${config} stands beside the comparison: ${beside}.`,
        action: "Nothing: its pipeline launched it so, and it is not ranked.",
      };

/** What is said of a configuration beside the baseline. */
export interface CellVerdict {
  /** By metric what forbids its ranking. */
  forbidden: ReadonlyMap<string, Finding[]>;
  /** By metric what is not on record of this configuration or the baseline, as "reward function". It forbids nothing. */
  notLogged: ReadonlyMap<string, string[]>;
  /** All that is to be said of the row, worst first, each thing once. */
  findings: Finding[];
}

function verdictOn(cell: JudgedCell, base: JudgedCell | null, metrics: readonly string[]): CellVerdict {
  const judged = new Map(
    base === null || cell === base
      ? []
      : metrics.filter(cell.measures).map((metric) => {
          const sides = [base, cell].map((side) => ({ name: side.config, of: side.valuesOf(metric) }));
          return [metric, judge(metric, sides, 0)] as const;
        }),
  );
  const beside =
    base === null
      ? []
      : metrics
          .filter(cell.measures)
          .flatMap((metric) => [
            ...(judged.get(metric)?.findings ?? []).map((one) => asMeant(cell, one)),
            ...effortFindings(cell, base, metric),
          ]);
  const all = [
    ...beside,
    ...(base === null ? [] : [...spoiled(base, metrics), ...pending(base, metrics)]),
    ...(cell === base ? [] : [...spoiled(cell, metrics), ...pending(cell, metrics)]),
  ];
  // What spoils a metric is said of that metric; everything else of the row as a whole.
  const health = acrossRuns(cell.config, cell.health, (o) => !isSpoiling(o));
  return {
    forbidden: new Map(metrics.map((metric) => [metric, forbidding(all, metric)])),
    notLogged: new Map(
      metrics.map((metric) => [metric, (judged.get(metric)?.notLogged ?? []).map(({ what }) => what)]),
    ),
    findings: bySeverity([
      ...merged(all, metrics),
      ...health.map((objection) => ({ ...objection, metric: null })),
    ]),
  };
}

/** Judges every configuration of a table beside its baseline, in all of the table's metrics. */
export function judgeCells(
  cells: readonly JudgedCell[],
  base: JudgedCell | null,
  metrics: readonly string[],
): CellVerdict[] {
  return cells.map((cell) => verdictOn(cell, base, metrics));
}
