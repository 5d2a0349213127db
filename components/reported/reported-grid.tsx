import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { ReportedGrid, TableFinding } from "#server/contracts/reported/table.ts";

/** The worst that is said of each cell. */
function flagged(findings: readonly TableFinding[]): Map<string, TableFinding> {
  const worst = new Map<string, TableFinding>();
  // They come the worst first.
  for (const finding of findings)
    for (const cell of finding.cells) if (!worst.has(String(cell))) worst.set(String(cell), finding);
  return worst;
}

/** A table as it was printed: every number in it is reported, and cells that a rule objects to have its flag. */
export function ReportedGridTable({
  grid,
  findings,
  label,
  foot,
}: {
  grid: ReportedGrid;
  findings: readonly TableFinding[];
  label: string;
  foot?: string;
}) {
  const worst = flagged(findings);
  return (
    <Table label={label} foot={foot}>
      <thead>
        <Row>
          {grid.columns.map(({ name }, i) => (
            <HeadCell key={i} fixed={i === 0} num={i > 0}>
              {name}
            </HeadCell>
          ))}
        </Row>
      </thead>
      <tbody>
        {grid.rows.map((row, r) => (
          <Row key={r}>
            {row.map((cell, c) => {
              const finding = worst.get(`${r},${c}`);
              return (
                <Cell key={c} fixed={c === 0} num={c > 0}>
                  {finding ? (
                    <>
                      <FindingFlag level={finding.severity} label={finding.message} />{" "}
                    </>
                  ) : null}
                  {cell.bold ? <b>{cell.text}</b> : cell.text}
                </Cell>
              );
            })}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
