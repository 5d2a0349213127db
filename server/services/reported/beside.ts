import { selectReportedHeads } from "#db/queries/reported.ts";
import type { AblationRow, AblationTable } from "../../contracts/experiment.ts";
import type { BesideAnswer, BesideInput, ReportedBeside } from "../../contracts/reported/reproduction.ts";
import { metricKey } from "../../checks/tables/metric-key.ts";
import type { ReportedEntry, ReportedValue } from "../../checks/tables/reported-values.ts";
import { judgeReproduction } from "../../checks/tables/reproduction.ts";
import type { ServiceContext } from "../context.ts";
import { ablationTable } from "../experiments/table.ts";
import { reportedEntries, sameName } from "./entries.ts";
import { MOST_REPORTED } from "./get.ts";
import { scopeId } from "../projects/find.ts";

/** The configuration of an experiment that an entry is: the one of its name, or the only one there is. */
function rowOf(table: AblationTable, entry: string): AblationRow | undefined {
  const named = table.rows.find(({ config }) => sameName(config, entry));
  return named ?? (table.rows.length === 1 ? table.rows[0] : undefined);
}

function valueBeside(reported: ReportedValue, table: AblationTable | null, entry: string): ReportedBeside {
  const { key, text, value, n } = reported;
  if (!table) return { key, text, value, n, reproduction: null, measured: null };
  const row = rowOf(table, entry);
  const column = table.columns.find(({ title }) => metricKey(title) === key);
  const estimate = row && column ? row.metrics[column.metric] : null;
  const measured =
    row && column && estimate
      ? {
          metric: column.metric,
          config: row.config,
          unit: column.unit,
          value: estimate.value,
          low: estimate.low,
          high: estimate.high,
          seeds: estimate.n,
        }
      : null;
  const facts = measured && column ? { ...measured, problems: column.problems } : null;
  const reproduction = judgeReproduction(reported, row ? facts : undefined);
  return { key, text, value, n, reproduction, measured };
}

/** What was reported of an entry, each value beside what an experiment measured of the configuration of its name. */
export const valuesBeside = (
  { name, values }: ReportedEntry,
  table: AblationTable | null,
): ReportedBeside[] => values.map((value) => valueBeside(value, table, name));

/** The reported tables that tell of results, and the entries of one of them. */
export function reportedBeside(
  ctx: ServiceContext,
  { project, table, experiment }: BesideInput,
): BesideAnswer {
  const read = selectReportedHeads(ctx.db, scopeId(ctx, project), MOST_REPORTED)
    .map((head) => ({ ...head, entries: reportedEntries(ctx.db, head) }))
    .filter(({ entries }) => entries.some(({ values }) => values.length > 0));
  const shown = table ? read.find(({ id }) => id === table) : undefined;
  const measured = shown && experiment ? ablationTable(ctx, experiment) : null;
  return {
    tables: read.map(({ id, title, document }) => ({ id, title, document })),
    shown: shown
      ? {
          id: shown.id,
          title: shown.title,
          document: shown.document,
          entries: shown.entries
            .filter(({ values }) => values.length > 0)
            .map((entry) => ({ name: entry.name, values: valuesBeside(entry, measured) })),
        }
      : null,
  };
}
