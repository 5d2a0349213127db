import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { BenchmarkDetail } from "#server/contracts/benchmark.ts";
import type { BenchmarkLedger } from "#server/contracts/ledger.ts";
import { listAnd, writeCount, writeOf } from "#server/wording/counts.ts";
import { ledgerSentence } from "#server/wording/verdicts/ledger.ts";

interface LedgerSectionProps {
  ledger: BenchmarkLedger;
  /** Since when and by whom the set is held for confirmation; null where it is not. */
  held: BenchmarkDetail["held"];
  now: number;
}

/** Which experiments compared configurations on a set, who launched them, and how many claims came of it. */
export function LedgerSection({ ledger, held, now }: LedgerSectionProps) {
  const { rows, experiments } = ledger;
  return (
    <Section
      title="Comparisons"
      note="configurations of one experiment, measured to the end on these problems"
    >
      <p>
        {held ? (
          <>
            Held for confirmation since <Time at={held.at} now={now} form="moment" /> by {held.by}: nothing is
            trained on it, and the first experiment that compares on it is a confirmation.{" "}
          </>
        ) : null}
        {ledgerSentence(ledger)}
      </p>
      {rows.length > 0 ? (
        <Table
          label="Experiments that compared on this set"
          density="dense"
          foot={
            rows.length < experiments
              ? `The latest ${writeOf(rows.length, experiments, "experiment")}.`
              : undefined
          }
        >
          <thead>
            <Row>
              <HeadCell fixed>Experiment</HeadCell>
              <HeadCell num>Configurations</HeadCell>
              <HeadCell num sub="primary metric">
                Claims
              </HeadCell>
              <HeadCell num sub="by new seeds">
                Confirmed
              </HeadCell>
              <HeadCell>Launched by</HeadCell>
              <HeadCell>First run</HeadCell>
            </Row>
          </thead>
          <tbody>
            {rows.map(({ id, title, configurations, claims, confirmed, by, at }) => (
              <Row key={id}>
                <Cell fixed>
                  <PageLink href={`/experiments/${id}`}>{title}</PageLink>
                </Cell>
                <Cell num>{writeCount(configurations)}</Cell>
                <Cell num>{writeCount(claims)}</Cell>
                <Cell num>{writeCount(confirmed)}</Cell>
                <Cell>{listAnd(by)}</Cell>
                <Cell>
                  <Time at={at} now={now} form="moment" />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      ) : null}
    </Section>
  );
}
