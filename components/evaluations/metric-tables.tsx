"use client";

import { Value } from "#components/ui/marks/value.tsx";
import { RateCell } from "#components/ui/tables/rate-cell.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { DiagnosisPart, EvaluationDiagnosis } from "#packs/repair/contracts/diagnosis.ts";
import type { EvaluationMetric, EvaluationPart } from "#server/contracts/evaluation.ts";
import { countOf, writeCount, writeN, writePart } from "#server/wording/counts.ts";
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

function DiagnosisCell({ part, title }: { part: DiagnosisPart | undefined; title: string }) {
  if (!part || part.value === null)
    return (
      <Cell num>
        <Value value={null} missing="not defined" />
      </Cell>
    );
  const { value, low, high, n } = part;
  return (
    <Cell num>
      <Value
        value={value}
        kind="share"
        n={n}
        nText={writeN(n)}
        interval={low === null || high === null ? null : { low, high }}
        noInterval="no interval"
        detailsTitle={title}
      />
    </Cell>
  );
}

interface PartTableProps {
  label: string;
  /** What a part is: "Level", "Fault type". */
  head: string;
  parts: EvaluationPart[];
  /** DA of the same kinds, where it was counted. */
  diagnosis?: EvaluationDiagnosis | undefined;
  /** What of each is counted, where it is not RR@5. */
  rate?: string;
  by: "byLevel" | "byType";
  foot?: string;
}

const MOST = 24;

/** How much of each kind of problem is solved, and its DA where there is one. */
export function PartTable({ label, head, parts, diagnosis, rate = "RR@5", by, foot }: PartTableProps) {
  const shown = parts.slice(0, MOST);
  const hidden = parts.length - shown.length;
  const choice = diagnosis?.from ? diagnosis.chosen : null;
  const counts = new Map(diagnosis?.[by].map((part) => [part.key, part]));
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
            {rate}
          </HeadCell>
          {choice ? (
            <HeadCell num sub={`% [95 %], ${choice.title.replace(/^DA, /, "")}`}>
              DA
            </HeadCell>
          ) : null}
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
            {choice ? <DiagnosisCell part={counts.get(part.key)} title={choice.title} /> : null}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
