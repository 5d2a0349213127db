import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { VerdictGlyph } from "#components/ui/marks/verdict-mark.tsx";
import type { RunColour } from "#server/plot/colours.ts";
import type { AblationTable, ClaimVerdict, TableColumn } from "#server/contracts/experiment.ts";
import { verdictWords } from "#server/wording/claims.ts";
import { writeN } from "#server/wording/counts.ts";
import { columnDecimals, printedUnit } from "#server/wording/quantities.ts";
import { MeanOverSeeds } from "./mean-over-seeds.tsx";

interface ExploratoryGridProps {
  table: AblationTable;
  lead: TableColumn;
  colours: Map<string, RunColour>;
}

/** What a cell says beside its value; of the rest nothing may be claimed, and that is most of it. */
const SAID: readonly ClaimVerdict[] = ["differs", "differs_if_alike", "not_ranked"];

/** Every other metric of an ablation by configuration, with what may be claimed of each beside the baseline. */
export function ExploratoryGrid({ table, lead, colours }: ExploratoryGridProps) {
  const columns = table.columns.filter((column) => column.metric !== lead.metric);
  if (columns.length === 0) return null;
  return (
    <Table label="Other metrics">
      <thead>
        <Row>
          <HeadCell fixed>Metric</HeadCell>
          <HeadCell>Unit</HeadCell>
          {table.rows.map((row) => (
            <HeadCell key={row.cell} num>
              <RowName colour={colours.get(row.cell)}>{row.config}</RowName>
            </HeadCell>
          ))}
        </Row>
      </thead>
      <tbody>
        {columns.map((column) => {
          const { metric } = column;
          const decimals = columnDecimals(
            table.rows.map((row) => row.metrics[metric].value),
            column.unit,
          );
          return (
            <Row key={metric}>
              <Cell fixed>{column.title}</Cell>
              <Cell quiet>
                {printedUnit(column.unit)}
                {column.problems ? `, ${writeN(column.problems)}` : ""}
              </Cell>
              {table.rows.map((row) => {
                const { verdict = "untested" } = row.difference[metric];
                const isSaid = SAID.includes(verdict);
                return (
                  <Cell key={row.cell} num quiet={!row.comparable[metric]}>
                    {isSaid ? (
                      <>
                        <VerdictGlyph verdict={verdict} />{" "}
                        <span className="hidden-text">{verdictWords(verdict)}</span>
                      </>
                    ) : null}
                    <MeanOverSeeds row={row} column={column} decimals={decimals} />
                  </Cell>
                );
              })}
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
