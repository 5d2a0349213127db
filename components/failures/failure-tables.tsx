import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { RateCell } from "#components/ui/tables/rate-cell.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { meaningOfFailure } from "#server/contracts/rollouts/failure-words.ts";
import type { FailureView } from "#server/contracts/rollouts/failures.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";

type FailureReport = FailureView["report"];
type FailureKind = FailureReport["kinds"][number]["kind"];
type WeakPart = FailureReport["byType"][number];
type Limits = Pick<FailureReport, "maxSteps" | "slowOver">;
type Counted = Limits & Pick<FailureReport, "n" | "kinds">;

/** What is meant by each kind, with the limits of the run. */
function meaningOf(kind: FailureKind, { maxSteps, slowOver }: Limits): string {
  if (kind === "timeout") return `not solved within ${countOf(maxSteps, "step")}`;
  if (kind === "slow") return `solved, but in more than ${countOf(slowOver, "step")}`;
  if (kind === "other") return "given up where no root is known, so that nothing named can be judged";
  return meaningOfFailure(kind) ?? "a kind of a pack that is not installed";
}

/** How many episodes failed in which way. */
export function FailureKinds({ report, foot }: { report: Counted; foot: string }) {
  return (
    <Table label="Kinds of failure" foot={foot}>
      <thead>
        <Row>
          <HeadCell fixed>Kind</HeadCell>
          <HeadCell num sub="of n">
            Episodes
          </HeadCell>
          <HeadCell num sub="%">
            Share
          </HeadCell>
          <HeadCell>Meaning</HeadCell>
        </Row>
      </thead>
      <tbody>
        {report.kinds.map(({ kind, count }) => (
          <Row key={kind}>
            <Cell fixed>
              <span className="mono">{kind}</span>
            </Cell>
            <Cell num>{writeOf(count, report.n)}</Cell>
            <Cell num>
              <RateCell count={count} n={report.n} />
            </Cell>
            <Cell wrap quiet>
              {meaningOf(kind, report)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Where a policy is weak, the weakest first. */
export function Weakness({ label, parts }: { label: "type" | "level"; parts: readonly WeakPart[] }) {
  const weighted = parts.some(({ weight }) => weight !== null);
  return (
    <Table label={`Weakness by ${label}`}>
      <thead>
        <Row>
          <HeadCell fixed>{label === "type" ? "Fault type" : "Level"}</HeadCell>
          <HeadCell num sub="episodes">
            n
          </HeadCell>
          <HeadCell num sub="% of n">
            Failed
          </HeadCell>
          <HeadCell num sub="% of n">
            Slow
          </HeadCell>
          {weighted ? (
            <HeadCell num sub="% of the weight">
              Drawn
            </HeadCell>
          ) : null}
        </Row>
      </thead>
      <tbody>
        {parts.map((part) => (
          <Row key={part.name}>
            <Cell fixed>{part.name}</Cell>
            <Cell num>{writeCount(part.n)}</Cell>
            <Cell num>
              <RateCell count={part.failed} n={part.n} />
            </Cell>
            <Cell num>
              <RateCell count={part.slow} n={part.n} />
            </Cell>
            {weighted ? (
              <Cell num>
                <Value value={part.weight} kind="share" />
              </Cell>
            ) : null}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

interface CaseTableProps {
  label: string;
  /** Those that are shown. */
  cases: readonly { key: string; type: string; level?: string; kind: FailureKind; steps: number }[];
  /** Their levels are known; those of a file are not. */
  levels?: boolean;
  /** Where the episode at a place is read; a file holds none. */
  hrefOf?: (place: number) => string;
}

/** Episodes that failed or were slow, one a row. */
export function CaseTable({ label, cases, levels, hrefOf }: CaseTableProps) {
  return (
    <Table label={label} density="dense">
      <thead>
        <Row>
          <HeadCell fixed>Problem</HeadCell>
          <HeadCell>Type</HeadCell>
          {levels ? <HeadCell>Level</HeadCell> : null}
          <HeadCell>Kind</HeadCell>
          <HeadCell num>Steps</HeadCell>
        </Row>
      </thead>
      <tbody>
        {cases.map((one, i) => (
          // A file may hold a problem twice.
          // oxlint-disable-next-line react/no-array-index-key
          <Row key={i}>
            <Cell fixed>
              {hrefOf ? (
                <PageLink className="mono" href={hrefOf(i)}>
                  {one.key}
                </PageLink>
              ) : (
                <span className="mono">{one.key}</span>
              )}
            </Cell>
            <Cell>{one.type}</Cell>
            {levels ? <Cell>{one.level}</Cell> : null}
            <Cell>
              <span className="mono">{one.kind}</span>
            </Cell>
            <Cell num>{writeWhole(one.steps)}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
