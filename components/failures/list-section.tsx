import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Section } from "#components/ui/section.tsx";
import { RateCell } from "#components/ui/tables/rate-cell.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { FailureLine, FailureList } from "#server/contracts/rollouts/failures.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

/** The kind most episodes are of, of those that failed. */
function Most({ kinds }: FailureLine) {
  const [most] = kinds.filter(({ kind }) => kind !== "slow").toSorted((a, b) => b.count - a.count);
  if (!most || most.count === 0) return NOT_MEASURED;
  return (
    <>
      <span className="mono">{most.kind}</span> {writeCount(most.count)}
    </>
  );
}

const countOfKinds = ({ kinds }: FailureLine, isCounted: (kind: string) => boolean) =>
  kinds.reduce((sum, { kind, count }) => sum + (isCounted(kind) ? count : 0), 0);

function Line({ line, now }: { line: FailureLine; now: number }) {
  const { run, source, n, weakest, subset } = line;
  return (
    <Row>
      <Cell fixed>
        <PageLink href={`/runs/${run.id}`}>{run.name}</PageLink>
      </Cell>
      <Cell>
        <PageLink href={`/evaluations/${line.evaluationId}`}>{source.name}</PageLink>
      </Cell>
      <Cell>{line.part === "train" ? "train" : "held-out"}</Cell>
      <Cell num>{writeCount(n)}</Cell>
      <Cell num>
        <RateCell count={countOfKinds(line, (kind) => kind !== "slow")} n={n} />
      </Cell>
      <Cell num>
        <RateCell count={countOfKinds(line, (kind) => kind === "slow")} n={n} />
      </Cell>
      <Cell>
        <Most {...line} />
      </Cell>
      <Cell>
        {weakest ? `${weakest.name}, ${writeOf(weakest.failed + weakest.slow, weakest.n)}` : NOT_MEASURED}
      </Cell>
      <Cell num>{subset ? writeCount(subset.n) : NOT_MEASURED}</Cell>
      <Cell>
        <Time at={line.at} now={now} form="moment" />
      </Cell>
    </Row>
  );
}

/** Every run that looked at failures, newest first. */
export function FailureListSection({ list: { rows, total }, now }: { list: FailureList; now: number }) {
  return (
    <Section title="All reports" note={countOf(total, "report")}>
      <Table
        label="Failure reports"
        foot={`Showing ${writeOf(rows.length, total, "run")}. Weakest type: where most of the episodes failed or were slow, of all of its own.`}
      >
        <thead>
          <Row>
            <HeadCell fixed>Run</HeadCell>
            <HeadCell>Episodes of</HeadCell>
            <HeadCell sub="problems">Part</HeadCell>
            <HeadCell num sub="episodes">
              n
            </HeadCell>
            <HeadCell num sub="% of n">
              Failed
            </HeadCell>
            <HeadCell num sub="% of n">
              Slow
            </HeadCell>
            <HeadCell>Most failed by</HeadCell>
            <HeadCell>Weakest type</HeadCell>
            <HeadCell num sub="problems">
              Train set
            </HeadCell>
            <HeadCell>Created</HeadCell>
          </Row>
        </thead>
        <tbody>
          {rows.map((line) => (
            <Line key={line.run.id} line={line} now={now} />
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
