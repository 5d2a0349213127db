import { Value } from "#components/ui/marks/value.tsx";
import type { EstimateColumn } from "#components/ui/tables/estimate-column.ts";
import type { AblationRow, TableColumn } from "#server/contracts/experiment.ts";
import { kindOfUnit } from "#server/wording/quantities.ts";
import { withoutInterval } from "#server/wording/seeds.ts";
import { SeedDetails } from "./seed-details.tsx";
import { intervalOf } from "./table-columns.ts";

interface MeanProps {
  row: AblationRow;
  column: TableColumn;
  /** Of the column of the headline metric, in which its interval stands beside it. */
  headline?: EstimateColumn;
  /** Of the column, where a cell has no interval. */
  decimals?: number | null;
}

/** A mean over seeds; its interval stands beside it in the headline column, and in the details of every column. */
export function MeanOverSeeds({ row, column, headline, decimals }: MeanProps) {
  const e = row.metrics[column.metric];
  return (
    <Value
      value={e.value}
      kind={kindOfUnit(column.unit)}
      n={column.problems}
      decimals={decimals}
      column={headline}
      interval={headline ? intervalOf(e) : undefined}
      noInterval={headline && e.value !== null && e.low === null ? withoutInterval(e.n) : undefined}
      detailsTitle={`${column.title}, ${row.config}`}
      details={<SeedDetails row={row} column={column} />}
    />
  );
}
