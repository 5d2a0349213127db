import { HeatMap } from "#components/charts/heat-map.tsx";
import { type SharePart, StackedShares } from "#components/charts/stacked-shares.tsx";
import { labelFill, LabelMark } from "#packs/repair/pages/episodes/label-mark.tsx";
import { writeStepLabel, writeValue } from "#server/wording/quantities.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { Cell, Grid, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { Section } from "#components/ui/section.tsx";
import type {
  LabelCounts,
  LabelDistribution,
  LabelEstimate,
  LabelShare,
} from "#packs/repair/contracts/prm.ts";
import { DistributionBars } from "#components/charts/distribution-bars.tsx";
import { verdictText } from "./verdict-text.ts";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Value } from "#components/ui/marks/value.tsx";

const bounds = ({ low, high }: LabelEstimate) => (low === null || high === null ? null : { low, high });

function ShareCell({ one, n }: { one: LabelShare; n: number }) {
  const { outside, text } = verdictText(one);
  return (
    <Cell num>
      {outside ? <FindingFlag level="warning" label={text} /> : null}{" "}
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
function SetTable({ distribution }: { distribution: LabelDistribution }) {
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
            <HeadCell sub="episodes of">Labeled run</HeadCell>
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

/** Reasons with the labels they gave; numbers at the end of a reason are left out, so that kinds are counted together. */
function ReasonTable({ distribution, rows }: { distribution: LabelDistribution; rows: LabelCounts[] }) {
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

/** Share of each label against its expected band. A label that is no part of the rule and never occurs is left out. */
function LabelBars({ label, n, shares }: { label: string; n: number; shares: LabelShare[] }) {
  return (
    <div className="label-bars">
      <DistributionBars
        label={label}
        n={n}
        rows={shares.map((one) => ({
          key: String(one.label),
          name: writeStepLabel(one.label),
          sub: one.meaning,
          share: one.share.value ?? 0,
          interval:
            one.share.low === null || one.share.high === null
              ? null
              : { low: one.share.low, high: one.share.high },
          expected: one.expected,
          verdict: verdictText(one),
          step: labelFill(one.label).step,
        }))}
      />
    </div>
  );
}

const sharesOf = ({ n, counts }: LabelCounts) => counts.map((count) => (n === 0 ? 0 : count / n));

/** Bars of the labels that occur among these rows, one row per key. */
function Split({
  label,
  distribution,
  rows,
}: {
  label: string;
  distribution: LabelDistribution;
  rows: LabelCounts[];
}) {
  const parts: SharePart[] = distribution.labels.map((one) => ({
    label: writeStepLabel(one.label),
    fill: labelFill(one.label).step,
  }));
  return (
    <StackedShares
      label={label}
      parts={parts}
      rows={rows.map((row) => ({
        key: row.key,
        name: row.key.replaceAll("_", " "),
        shares: sharesOf(row),
        n: row.n,
        end: writeCount(row.n),
      }))}
    />
  );
}

/** The label distribution against the expected bands, and how it differs by position, action, reason and set. */
export function DistributionSection({ distribution }: { distribution: LabelDistribution }) {
  const { labels, byPosition, byAction, byReason, bySet, n, method } = distribution;
  const occurring = labels
    .map((one, index) => ({ one, index }))
    .filter(({ one }) => one.count > 0 || one.expected !== null);
  return (
    <>
      <Grid columns="lead">
        <Section title="Label distribution" note="dashed box: expected; line: 95 % interval">
          <LabelBars label="Label distribution" n={n} shares={labels} />
          <Disclosure summary="Methods">
            <p className="small">
              Shares are % of {countOf(n, "step")}; the first rule that matches gives a label.{" "}
              {labels.some((one) => one.expected)
                ? "Expected bands: the research program's plan; it states none for 0.3. A verdict needs the whole interval, "
                : "The research program's plan states bands for the reports' rules alone. Intervals: "}
              {method}.
            </p>
          </Disclosure>
        </Section>
        <Section title="By step position" note="% of the steps at that position">
          <HeatMap
            label="Labels by step position"
            columns={byPosition.map((row) => ({ name: row.key, n: row.n }))}
            rows={occurring.map(({ one, index }) => ({
              name: writeStepLabel(one.label),
              shares: byPosition.map((row) => (row.counts[index] > 0 ? row.counts[index] / row.n : null)),
            }))}
          />
          <Disclosure summary={`n ${writeCount(n)}; a dot means no such label`}>
            <p className="small">
              n {byPosition.map((row) => `${writeCount(row.n)} at ${row.key}`).join(", ")}.
            </p>
          </Disclosure>
        </Section>
      </Grid>
      <Grid columns={2}>
        <Section title="By action" note="% of its steps; n at the right">
          <Split label="Labels by action" distribution={distribution} rows={byAction} />
        </Section>
        <Section title="By reason" note="first rule that matches, % of steps">
          <ReasonTable distribution={distribution} rows={byReason} />
        </Section>
      </Grid>
      {bySet.length > 0 ? <SetTable distribution={distribution} /> : null}
    </>
  );
}
