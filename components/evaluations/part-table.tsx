import { RateCell } from "#components/ui/tables/rate-cell.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { EvaluationPart } from "#server/contracts/evaluation.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";

interface PartTableProps {
  label: string;
  /** What a part is: "Level", "Fault type". */
  head: string;
  parts: EvaluationPart[];
  /** What is counted of each: "RR@5". */
  rate: string;
  foot?: string;
}

const MOST = 24;

/** How much of each kind of problem is solved. */
export function PartTable({ label, head, parts, rate, foot }: PartTableProps) {
  const shown = parts.slice(0, MOST);
  const hidden = parts.length - shown.length;
  return (
    <Table
      label={label}
      density="dense"
      foot={[foot, hidden > 0 ? `${countOf(hidden, "smaller kind is", "smaller kinds are")} not listed.` : ""]
        .filter(Boolean)
        .join(" ")}
    >
      <thead>
        <Row>
          <HeadCell fixed>{head}</HeadCell>
          <HeadCell num sub="problems">
            n
          </HeadCell>
          <HeadCell num sub="% [95 %]">
            {rate}
          </HeadCell>
        </Row>
      </thead>
      <tbody>
        {shown.map((part) => (
          <Row key={part.key}>
            <Cell fixed>{part.key}</Cell>
            <Cell num>{writeCount(part.n)}</Cell>
            <Cell num>
              <RateCell
                count={part.solvedAt5}
                n={part.n}
                interval={part.low === null || part.high === null ? null : { low: part.low, high: part.high }}
              />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
