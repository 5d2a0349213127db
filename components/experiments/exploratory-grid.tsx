import type { ReactNode } from "react";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { VerdictGlyph } from "#components/ui/marks/verdict-mark.tsx";
import type { RunColour } from "#server/plot/colours.ts";
import type { ClaimVerdict } from "#server/contracts/claim-verdict.ts";
import type { AblationRow, AblationTable, TableColumn } from "#server/contracts/experiment.ts";
import { verdictWords } from "#server/wording/claims.ts";
import { writeN } from "#server/wording/counts.ts";
import { estimateDecimals, printedUnit } from "#server/wording/quantities.ts";
import { saysDifference } from "#server/wording/verdicts/significant.ts";
import { MeanOverSeeds } from "./mean-over-seeds.tsx";
import { standAcross } from "./table-columns.ts";

interface ExploratoryGridProps {
  table: AblationTable;
  lead: TableColumn;
  colours: Map<string, RunColour>;
}

/** Whether a cell says it beside its value; of the rest nothing may be claimed, and that is most of it. */
const isSaid = (verdict: ClaimVerdict): boolean => saysDifference(verdict) || verdict === "not_ranked";

const unitOf = ({ unit, problems }: TableColumn): string =>
  `${printedUnit(unit)}${problems ? `, ${writeN(problems)}` : ""}`;

function Said({ row, column, decimals }: { row: AblationRow; column: TableColumn; decimals: number | null }) {
  const { verdict = "untested" } = row.difference[column.metric];
  return (
    <Cell num quiet={!row.comparable[column.metric]}>
      {isSaid(verdict) ? (
        <>
          <VerdictGlyph verdict={verdict} /> <span className="hidden-text">{verdictWords(verdict)}</span>
        </>
      ) : null}
      <MeanOverSeeds row={row} column={column} decimals={decimals} />
    </Cell>
  );
}

/**
 * Every other metric of an ablation by configuration, with what may be claimed of each beside the baseline. The shorter names
 * stand across: configurations where they fit, or else the metrics.
 */
export function ExploratoryGrid({ table: { rows, columns: all }, lead, colours }: ExploratoryGridProps) {
  const columns = all.filter((column) => column.metric !== lead.metric);
  if (columns.length === 0) return null;
  const decimals = new Map(
    columns.map(({ metric, unit, problems: n }) => [
      metric,
      estimateDecimals(
        rows.map(
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
  const said = (row: AblationRow, column: TableColumn): ReactNode => (
    <Said
      key={row.cell + column.metric}
      row={row}
      column={column}
      decimals={decimals.get(column.metric) ?? null}
    />
  );
  const nameOf = (row: AblationRow) => <RowName colour={colours.get(row.cell)}>{row.config}</RowName>;
  if (standAcross(rows, columns) === "metrics")
    return (
      <Table label="Other metrics">
        <thead>
          <Row>
            <HeadCell fixed>Configuration</HeadCell>
            {columns.map((column) => (
              <HeadCell key={column.metric} num sub={unitOf(column)}>
                {column.title}
              </HeadCell>
            ))}
          </Row>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.cell}>
              <Cell fixed>{nameOf(row)}</Cell>
              {columns.map((column) => said(row, column))}
            </Row>
          ))}
        </tbody>
      </Table>
    );
  return (
    <Table label="Other metrics">
      <thead>
        <Row>
          <HeadCell fixed>Metric</HeadCell>
          <HeadCell>Unit</HeadCell>
          {rows.map((row) => (
            <HeadCell key={row.cell} num>
              {nameOf(row)}
            </HeadCell>
          ))}
        </Row>
      </thead>
      <tbody>
        {columns.map((column) => (
          <Row key={column.metric}>
            <Cell fixed>{column.title}</Cell>
            <Cell quiet>{unitOf(column)}</Cell>
            {rows.map((row) => said(row, column))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
