import { Value } from "#components/ui/marks/value.tsx";
import { RateCell } from "#components/ui/tables/rate-cell.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { FailureView } from "#server/contracts/rollouts/failures.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";

type FailureReport = FailureView["report"];
type FailureKind = FailureReport["kinds"][number]["kind"];
type WeakPart = FailureReport["byType"][number];
type Limits = Pick<FailureReport, "maxSteps" | "slowOver">;
type Counted = Limits & Pick<FailureReport, "n" | "kinds">;

/** What is meant by each kind, with the limits of the run. */
const MEANINGS: Record<FailureKind, (limits: Limits) => string> = {
  timeout: ({ maxSteps }) => `not solved within ${countOf(maxSteps, "step")}`,
  wrong_diagnosis: () => "given up, and nothing named was a root",
  partial_diagnosis: () => "given up; fewer roots were named than there were namings",
  wrong_fix: () => "given up, though all that was named was a root",
  other: () => "given up where no root is known, so that nothing named can be judged",
  slow: ({ slowOver }) => `solved, but in more than ${countOf(slowOver, "step")}`,
};

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
              {MEANINGS[kind](report)}
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
