import { ForestPlot, type ForestRow } from "#components/charts/forest-plot.tsx";
import type { RunColour } from "#server/plot/colours.ts";
import type { AblationTable, AblationRow, TableColumn } from "#server/contracts/experiment.ts";
import { forbidding } from "#server/judgement/judge.ts";
import { kindOfUnit } from "#server/wording/quantities.ts";
import { writeSeeds } from "#server/wording/seeds.ts";
import { intervalOf, rankedFirst } from "./table-columns.ts";

/** Difference of each seed that both have on record, for the ticks beneath an interval; a negative one is none. */
function seedDifferences(row: AblationRow, baseline: AblationRow | undefined, metric: string): number[] {
  const base = new Map((baseline?.bySeed[metric] ?? []).map((s) => [s.seed, s.value]));
  return row.bySeed[metric].flatMap((s) => {
    const other = base.get(s.seed);
    const isPair = s.seed >= 0 && s.value !== null && other !== null && other !== undefined;
    return isPair ? [s.value! - other] : [];
  });
}

const rulesAgainst = ({ objections }: AblationRow, metric: string): string[] => [
  ...new Set(forbidding(objections, metric).map(({ rule }) => rule)),
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
        seeds: seedDifferences(row, baseline, lead.metric),
        notRanked: row.comparable[lead.metric]
          ? undefined
          : { rules: rulesAgainst(row, lead.metric), words: d.method, meant: row.beside ?? undefined },
      };
    });
  const foot = [
    (lead.detectable ?? 0) > 0
      ? `Grey: differences that ${writeSeeds(baseline?.n ?? 0)} would seldom find.`
      : null,
    rows.some(hasTicks) ? "Small ticks: one per seed." : null,
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
