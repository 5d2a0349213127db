import { writeCount } from "#server/wording/counts.ts";
import { writeStepLabel } from "#server/wording/quantities.ts";
import { Cell } from "#components/ui/cell.tsx";
import { HeadCell } from "#components/ui/head-cell.tsx";
import { ObjectionFlag } from "#components/ui/objection-flag.tsx";
import { Row } from "#components/ui/row.tsx";
import { RowName } from "#components/ui/row-name.tsx";
import { Section } from "#components/ui/section.tsx";
import { Table } from "#components/ui/table.tsx";
import { Value } from "#components/ui/value.tsx";
import type { LabelDistribution, LabelEstimate, LabelShare } from "#server/contracts/prm.ts";
import { verdictText } from "./verdict-text.ts";

const bounds = ({ low, high }: LabelEstimate) => (low === null || high === null ? null : { low, high });

function ShareCell({ one, n }: { one: LabelShare; n: number }) {
  const { outside, text } = verdictText(one);
  return (
    <Cell num>
      {outside ? <ObjectionFlag level="caution" label={text} /> : null}{" "}
      <Value
        value={one.share.value}
        kind="share"
        n={n}
        interval={bounds(one.share)}
        noInterval="no interval"
      />
    </Cell>
  );
}

/** The chosen sets one under the other, each with its own intervals and verdicts. */
export function SetTable({ distribution }: { distribution: LabelDistribution }) {
  const { bySet, sets, labels } = distribution;
  const info = new Map(sets.map((set) => [set.id, set]));
  return (
    <Section
      title="By set"
      note="% of the set's steps with their own intervals; a flag where the whole interval is outside the band"
    >
      <Table
        label="Labels by set"
        foot="Overlap of two intervals is no test: sets on the same problems are paired."
      >
        <thead>
          <Row>
            <HeadCell fixed>Labels of</HeadCell>
            <HeadCell sub="episodes of">Labelled run</HeadCell>
            <HeadCell num sub="steps">
              n
            </HeadCell>
            <HeadCell num sub="[95 %]">
              Mean label
            </HeadCell>
            {labels.map((one) => (
              <HeadCell key={one.label} num sub="% [95 %]">
                {writeStepLabel(one.label)}
              </HeadCell>
            ))}
          </Row>
        </thead>
        <tbody>
          {bySet.map((row) => (
            <Row key={row.key}>
              <Cell fixed>
                <RowName href={`/prm?set=${row.key}`}>{info.get(row.key)?.run.name}</RowName>
              </Cell>
              <Cell>{info.get(row.key)?.labelled.name}</Cell>
              <Cell num>{writeCount(row.n)}</Cell>
              <Cell num>
                <Value value={row.mean.value} interval={bounds(row.mean)} noInterval="no interval" />
              </Cell>
              {row.shares.map((one) => (
                <ShareCell key={one.label} one={one} n={row.n} />
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
