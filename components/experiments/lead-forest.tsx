import { ForestPlot, type ForestRow } from "#components/charts/forest-plot.tsx";
import type { RunColour } from "#server/plot/colours.ts";
import type { AblationTable, AblationRow, TableColumn } from "#server/contracts/experiment.ts";
import { forbidding } from "#server/checks/judge.ts";
import { seedDifferences } from "#server/numbers/seeds.ts";
import { BELOW_DETECTABLE, SEED_TICKS } from "#server/wording/claims.ts";
import { kindOfUnit } from "#server/wording/quantities.ts";
import { intervalOf, rankedFirst } from "./table-columns.ts";

const rulesAgainst = ({ findings }: AblationRow, metric: string): string[] => [
  ...new Set(forbidding(findings, metric).map(({ rule }) => rule)),
];

const hasTicks = ({ notRanked, difference, seeds = [] }: ForestRow): boolean =>
  notRanked === undefined && difference !== null && seeds.length > 0;

/** Differences to the baseline with their adjusted intervals, in the order of the table. */
export function LeadForest({
  table,
  lead,
  colours,
}: {
  table: AblationTable;
  lead: TableColumn;
  colours: Map<string, RunColour>;
}) {
  const baseline = table.rows.find((r) => r.baseline);
  const rows = rankedFirst(table.rows, lead)
    .filter((r) => !r.baseline)
    .map((row): ForestRow => {
      const d = row.difference[lead.metric];
      return {
        key: row.cell,
        name: row.config,
        colour: colours.get(row.cell),
        difference: d.value,
        interval: intervalOf(d),
        verdict: d.verdict,
        seeds: seedDifferences(row.bySeed[lead.metric], baseline?.bySeed[lead.metric] ?? []).map(
          ({ value }) => value,
        ),
        notRanked: row.comparable[lead.metric]
          ? undefined
          : { rules: rulesAgainst(row, lead.metric), words: d.method, meant: row.beside ?? undefined },
      };
    });
  const foot = [
    (lead.detectable ?? 0) > 0 ? BELOW_DETECTABLE : null,
    rows.some(hasTicks) ? SEED_TICKS : null,
  ].filter((words) => words !== null);
  return (
    <>
      <ForestPlot
        label={`${lead.title}, difference to ${table.baseline ?? "the baseline"}`}
        rows={rows}
        kind={kindOfUnit(lead.unit)}
        better={lead.better ?? undefined}
        smallest={lead.detectable ?? undefined}
      />
      {foot.length > 0 ? <p className="muted small">{foot.join(" ")}</p> : null}
    </>
  );
}
