import type { ClaimVerdict } from "../../contracts/claim-verdict.ts";
import { isWarning } from "../../contracts/is-warning.ts";
import type {
  AblationRow,
  AblationTable,
  Difference,
  Estimate,
  TableColumn,
} from "../../contracts/experiment.ts";
import { METRICS } from "../../../workers/protocol/metrics/metrics.ts";
import { countOf, writeCount, writePart } from "../../wording/counts.ts";
import { differenceLevel, familyNotes, NO_RESULT, OVER_SEEDS_AND_PROBLEMS } from "../../wording/claims.ts";
import { columnDigits, printedUnit, writeInterval, writeQuantity } from "../../wording/quantities.ts";
import { seedPart } from "../../wording/verdicts/missing-seeds.ts";
import { MEAN_WITH_INTERVAL, withoutInterval } from "../../wording/seeds.ts";
import { writeDuration } from "../../wording/times.ts";
import { beginSentence } from "../../wording/typography.ts";
import { plain, textTable } from "../print.ts";

type Decimals = ReadonlyMap<string, ReturnType<typeof columnDigits>>;

function withInterval(e: Estimate, column: TableColumn, decimals: Decimals): string {
  const { value, interval } = writeQuantity({
    value: e.value,
    low: e.low,
    high: e.high,
    unit: column.unit,
    n: column.problems,
    ...decimals.get(column.metric),
  });
  if (e.value === null) return value;
  return interval === null ? `${value} (${withoutInterval(e.n)})` : `${value} ${interval}`;
}

const AFTER: Partial<Record<ClaimVerdict, string>> = {
  suggestive: " suggestive",
  significant_if_equal_variances: " if equal variances",
  significant_despite_missing: " also with missing seeds at worst",
  incomplete: " incomplete",
  interim: " interim",
  not_significant: " n.s.",
};

function differenceText(row: Difference, { unit }: TableColumn): string {
  const { value: difference, low, high, method, verdict = "untested" } = row;
  if (verdict === "baseline") return "baseline";
  if (verdict === "not_ranked") return method;
  const { value, interval } = writeQuantity({ value: difference, low, high, unit, difference: true });
  return interval === null ? value : `${value} ${interval}${AFTER[verdict] ?? ""}`;
}

/** The column that is shown with its difference: the one that the claims are for. */
const leadOf = ({ columns }: AblationTable): TableColumn | undefined =>
  columns.find(({ primary }) => primary) ?? columns[0];

/** Whether the length of answers was logged by any of its runs. */
const hasTokens = ({ rows }: AblationTable): boolean => rows.some(({ answerTokens }) => answerTokens != null);

function cells(row: AblationRow, table: AblationTable, decimals: Decimals): string[] {
  const lead = leadOf(table);
  const perMetric = table.columns.flatMap((c) => {
    const estimate = row.metrics[c.metric];
    if (c === lead) return [withInterval(estimate, c, decimals), differenceText(row.difference[c.metric], c)];
    const shared = decimals.get(c.metric);
    return [writeQuantity({ value: estimate.value, unit: c.unit, n: c.problems, ...shared }).value];
  });
  const flags = [...new Set(row.findings.filter(isWarning).map((o) => o.rule))].join(" ");
  return [
    plain(row.config),
    lead ? seedPart(row, lead.metric) : writePart(row.n, row.planned),
    ...perMetric,
    ...(hasTokens(table) ? [writeCount(row.answerTokens)] : []),
    writeCount(row.episodes),
    writeDuration(row.durationMs),
    flags,
  ];
}

/** The differences of the lead column for new problems too. */
function secondIntervals({ rows }: AblationTable, lead: TableColumn | undefined): string[] {
  if (!lead) return [];
  const told = rows.flatMap(({ config, difference }) => {
    const { newProblems } = difference[lead.metric];
    if (!newProblems) return [];
    const { low, high } = newProblems;
    return [`${plain(config)} ${writeInterval(low, high, { unit: lead.unit, difference: true })}`];
  });
  return told.length === 0
    ? []
    : [`${beginSentence(OVER_SEEDS_AND_PROBLEMS)}, ${printedUnit(lead.unit, true)}: ${told.join("; ")}.`];
}

/** A metric that the glossary does not have. */
const isForeign = ({ metric }: TableColumn): boolean => !Object.hasOwn(METRICS, metric);

/** The ablation table for a terminal: values with n and interval, what separates, and what may not be ranked. */
export function formatAblation(table: AblationTable): string {
  const compared = leadOf(table);
  const heads = table.columns.flatMap((c) => {
    const titled = (words: string, unit: string) => (unit === "" ? `>${words}` : `>${words}, ${unit}`);
    const title = titled(c.title, printedUnit(c.unit));
    const difference = `${titled("difference", printedUnit(c.unit, true))} [${differenceLevel(c)}]`;
    return c === compared ? [`${title} [95 %]`, difference] : [title];
  });
  const decimals = new Map(
    table.columns.map(({ metric, unit, problems: n }) => [
      metric,
      columnDigits(
        table.rows.map(
          ({
            metrics: {
              [metric]: { value, low, high },
            },
          }) => ({ value, low, high, unit, n }),
        ),
        unit,
      ),
    ]),
  );
  const body = textTable(
    [
      "config",
      ">seeds",
      ...heads,
      ...(hasTokens(table) ? [">tokens/answer"] : []),
      ">episodes",
      ">time",
      "checks",
    ],
    table.rows.map((row) => cells(row, table, decimals)),
  );
  const findings = [
    ...new Set(
      table.rows.flatMap((r) => r.findings.map((o) => `${o.rule} ${o.severity}: ${o.claim} ${o.evidence}`)),
    ),
  ];
  const lines = [
    plain(table.title),
    "",
    body,
    "",
    ...table.verdicts.map((v) => v.message),
    "",
    `${beginSentence(MEAN_WITH_INTERVAL)}, ${table.caption}. n.s.: not significant, the interval of the difference contains 0; if equal variances: significant only then.`,
    ...(compared?.family ? [compared.family] : []),
    // What somebody asked for beside the table is a family of its own.
    ...familyNotes(table.columns.filter(({ asked }) => asked)),
    ...secondIntervals(table, compared),
    ...(compared?.method ? [`Differences to ${table.baseline}: ${compared.method}.`] : []),
    ...(compared?.problems
      ? [
          `Evaluated on ${countOf(compared.problems, "held-out problem")} per seed, the final evaluation of each run.`,
        ]
      : []),
    ...table.columns.filter(isForeign).map((c) => `${plain(c.title)}: ${plain(c.definition)}.`),
    ...(table.columns.every(isForeign)
      ? []
      : ["What RR@5, DA, Clean and the other columns mean: GLOSSARY.md."]),
    ...(table.columns.length === 0
      ? [`${beginSentence(NO_RESULT)}. Choose some on the page of the experiment, under Configurations.`]
      : []),
    ...findings.map(plain),
    ...table.leftOut.map((l) => `Not counted: ${plain(l.name)}, ${plain(l.why)}.`),
  ];
  return lines.join("\n");
}
