import { HeatMap } from "#components/charts/heat-map.tsx";
import { StackedShares, type SharePart } from "#components/charts/stacked-shares.tsx";
import { labelFill } from "#components/episodes/label-fill.ts";
import { writeStepLabel } from "#server/wording/quantities.ts";
import { writeCount } from "#server/wording/counts.ts";
import { Grid } from "#components/ui/grid.tsx";
import { Section } from "#components/ui/section.tsx";
import type { LabelCounts, LabelDistribution } from "#server/contracts/prm.ts";
import { LabelBars } from "./label-bars.tsx";
import { ReasonTable } from "./reason-table.tsx";
import { SetTable } from "./set-table.tsx";

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
        <Section
          title="Label distribution"
          note={`% of ${writeCount(n)} steps; dashed box = expected, line = 95 % interval`}
        >
          <LabelBars label="Label distribution" n={n} shares={labels} />
          <p className="figure-note">
            Expected bands: the programme's plan; it states none for 0.3. A verdict needs the whole interval,{" "}
            {method}.
          </p>
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
          <p className="figure-note">
            n {byPosition.map((row) => `${writeCount(row.n)} at ${row.key}`).join(", ")}. A dot means no such
            label.
          </p>
        </Section>
      </Grid>
      <Grid columns={2}>
        <Section title="By action" note="% of the steps with that action, n at the right">
          <Split label="Labels by action" distribution={distribution} rows={byAction} />
        </Section>
        <Section title="By reason" note={`the rule that gave the label, % of ${writeCount(n)} steps`}>
          <ReasonTable distribution={distribution} rows={byReason} />
        </Section>
      </Grid>
      {bySet.length > 0 ? <SetTable distribution={distribution} /> : null}
    </>
  );
}
