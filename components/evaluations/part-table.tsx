import { HeadCell } from "#components/ui/head-cell.tsx";
import { Cell } from "#components/ui/cell.tsx";
import { RateCell } from "#components/ui/rate-cell.tsx";
import { Row } from "#components/ui/row.tsx";
import { Table } from "#components/ui/table.tsx";
import type { EvaluationPart } from "#server/contracts/evaluation.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";

interface PartTableProps {
  label: string;
  /** What a part is: "Level", "Fault type". */
  head: string;
  parts: EvaluationPart[];
  foot?: string;
}

const MOST = 12;

/** RR@5 of each kind of problem. */
export function PartTable({ label, head, parts, foot }: PartTableProps) {
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
            RR@5
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
