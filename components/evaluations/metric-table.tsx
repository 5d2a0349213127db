import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import type { EvaluationMetric } from "#server/contracts/evaluation.ts";
import { writeN, writePart } from "#server/wording/counts.ts";
import { kindOfUnit, printedUnit } from "#server/wording/quantities.ts";

const counted = ({ hits, n }: EvaluationMetric) => (hits === null ? writeN(n) : writePart(hits, n));

/** The metrics of one evaluation with what stands behind each: n, interval, how that was made, and the definition. */
export function MetricTable({ metrics }: { metrics: EvaluationMetric[] }) {
  return (
    <Table
      label="Metrics"
      foot="Intervals are over problems: of this policy on other problems of the same kind. They say nothing about other seeds."
    >
      <thead>
        <Row>
          <HeadCell fixed>Metric</HeadCell>
          <HeadCell num sub="[95 %]">
            Value
          </HeadCell>
          <HeadCell sub="of what">n</HeadCell>
          <HeadCell>Definition</HeadCell>
          <HeadCell>Interval by</HeadCell>
        </Row>
      </thead>
      <tbody>
        {metrics.map((metric) => (
          <Row key={metric.title}>
            <Cell fixed>
              <b>{metric.title}</b>
            </Cell>
            <Cell num>
              {metric.value === null ? (
                <Value value={null} missing="not defined" />
              ) : (
                <Value
                  value={metric.value}
                  kind={kindOfUnit(metric.unit)}
                  unit={printedUnit(metric.unit)}
                  n={metric.n}
                  interval={
                    metric.low === null || metric.high === null
                      ? null
                      : { low: metric.low, high: metric.high }
                  }
                  noInterval="no interval"
                />
              )}
            </Cell>
            <Cell quiet>
              {counted(metric)} <span className="muted tiny">{metric.of}</span>
            </Cell>
            <Cell wrap quiet>
              <div className="definition">{metric.definition}</div>
            </Cell>
            <Cell wrap quiet>
              <div className="definition muted">{metric.method}</div>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
