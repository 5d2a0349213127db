import { metricKey } from "../../../checks/tables/metric-key.ts";
import { entriesOf } from "../../../checks/tables/reported-values.ts";
import type { TableAnswer } from "../../../contracts/reports/report-answer.ts";
import { requireReported } from "../../reported/get.ts";
import type { Reading } from "./reading.ts";

/** What a reported table says of the columns of an ablation table, entry by entry. */
export function reportedRows(
  { ctx }: Reading,
  id: string,
  columns: TableAnswer["columns"],
): NonNullable<TableAnswer["reported"]> {
  const { title, document, grid } = requireReported(ctx, { id });
  const rows = entriesOf(grid, title).map(({ name, values }) => ({
    entry: name,
    values: Object.fromEntries(
      columns.flatMap((column) => {
        const value = values.find(({ key }) => key === metricKey(column.title));
        return value ? [[column.metric, value.text]] : [];
      }),
    ),
  }));
  return { title, document, rows: rows.filter(({ values }) => Object.keys(values).length > 0) };
}
