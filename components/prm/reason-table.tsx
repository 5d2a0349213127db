import { LabelMark } from "#components/episodes/label-mark.tsx";
import { Cell } from "#components/ui/cell.tsx";
import { writeCount } from "#server/wording/counts.ts";
import { writeValue } from "#server/wording/quantities.ts";
import { HeadCell } from "#components/ui/head-cell.tsx";
import { Row } from "#components/ui/row.tsx";
import { Table } from "#components/ui/table.tsx";
import type { LabelCounts, LabelDistribution } from "#server/contracts/prm.ts";

/** Reasons with the labels they gave; numbers at the end of a reason are left out, so that kinds are counted together. */
export function ReasonTable({
  distribution,
  rows,
}: {
  distribution: LabelDistribution;
  rows: LabelCounts[];
}) {
  return (
    <Table label="Labels by reason" density="dense">
      <thead>
        <Row>
          <HeadCell fixed>Reason</HeadCell>
          <HeadCell>Label</HeadCell>
          <HeadCell num sub="steps">
            n
          </HeadCell>
          <HeadCell num sub="% of steps">
            Share
          </HeadCell>
        </Row>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key}>
            <Cell fixed>{row.key.replaceAll("_", " ")}</Cell>
            <Cell>
              {distribution.labels
                .filter((_, index) => row.counts[index] > 0)
                .map((one) => (
                  <LabelMark key={one.label} label={one.label} />
                ))}
            </Cell>
            <Cell num>{writeCount(row.n)}</Cell>
            <Cell num>{writeValue(row.n / distribution.n, "share", distribution.n)}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
