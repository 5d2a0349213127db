"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { DeltaCell, RateCell } from "#components/ui/tables/rate-cell.tsx";
import type { EstimateColumn } from "#components/ui/tables/estimate-column.ts";
import { NumberAside } from "#components/ui/marks/number-aside.tsx";
import { ReportedCells, type ReportedEntries, reportedEntries, ReportedHeads } from "./reported-columns.tsx";
import { foldFlat, insteadOfInterval, type SideColumns, sideColumns } from "./compare-columns.ts";
import type { RunColour } from "#server/plot/colours.ts";
import { RunDot } from "#components/ui/marks/run-state.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { ChooseReported, useReportedBeside } from "#components/reported/reported-choice.tsx";
import { Section } from "#components/ui/section.tsx";
import { ChooseDiagnosis } from "#packs/repair/pages/diagnosis-choice.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import type {
  CompareInput,
  CompareRow,
  Comparison,
  SideDifference,
  SideValue,
} from "#server/contracts/compare/compare.ts";
import { writeN } from "#server/wording/counts.ts";
import { equalsP, kindOfUnit } from "#server/wording/quantities.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { OVER_SIDES_ALONE, TESTS_DISAGREE } from "#server/wording/claims.ts";
import { CURVE_STEPS } from "#server/contracts/compare/compare-words.ts";
import type { DiagnosisChoice } from "#packs/repair/contracts/choice.ts";

interface CompareTableProps {
  comparison: Comparison;
  /** One per side. */
  colours: RunColour[];
  choice: DiagnosisChoice;
  input: CompareInput;
  onK: (k: number) => void;
  onChoice: (choice: Partial<DiagnosisChoice>) => void;
  /** Reported table whose values stand beside. */
  reported: string | null;
  onReported: (table: string | null) => void;
}

const boundsOf = ({ low, high }: { low: number | null; high: number | null }) =>
  low === null || high === null ? null : { low, high };

interface MeasuredProps {
  row: CompareRow;
  value: SideValue;
  name: string;
  column: EstimateColumn;
}

function Measured({ row, value, name, column }: MeasuredProps) {
  if (value.hits !== null)
    return <RateCell count={value.hits} n={value.n} interval={boundsOf(value)} showCount column={column} />;
  return (
    <Value
      column={column}
      value={value.value}
      kind={kindOfUnit(row.unit)}
      n={value.n}
      nText={writeN(value.n)}
      interval={boundsOf(value)}
      missing={value.value === null ? "not defined" : undefined}
      detailsTitle={`${row.title}, ${name}`}
      details={
        <>
          <p>{row.definition}.</p>
          <p>{value.method}.</p>
        </>
      }
    />
  );
}

interface DifferenceProps {
  row: CompareRow;
  side: number;
  difference: SideDifference;
  columns: SideColumns;
}

function Difference({ row, side, difference, columns }: DifferenceProps) {
  if (difference.value === null)
    return (
      <span className="value" data-missing data-tip={difference.method}>
        {difference.method.startsWith("not ranked") ? "not ranked" : NOT_MEASURED}
      </span>
    );
  const instead = insteadOfInterval(row, side);
  return (
    <>
      <DeltaCell
        difference={difference.value}
        interval={instead === TESTS_DISAGREE ? null : boundsOf(difference)}
        kind={kindOfUnit(row.unit)}
        better={row.better}
        noInterval={instead}
        column={columns.differences(row.unit)}
      />
      <NumberAside text={difference.p === null ? "" : equalsP(difference.p)} room={columns.p} />
    </>
  );
}

const sidewise = (comparison: Comparison) => comparison.sides.length === 2;

interface DifferenceHeadProps {
  /** On a phone the difference comes before what it is of. */
  priority: "phone" | "wide";
  name: string;
  colour: RunColour;
}

function DifferenceHead({ priority, name, colour }: DifferenceHeadProps) {
  return (
    <HeadCell num sub="pp [95 %], p" priority={priority}>
      Δ <RunDot colour={colour} /> {name}
    </HeadCell>
  );
}

interface MetricRowProps {
  row: CompareRow;
  comparison: Comparison;
  /** One per side. */
  columns: SideColumns[];
  reported: ReportedEntries;
}

/** With two sides the difference is a column of its own; with more it stands under each side's value. */
function MetricRow({ row, comparison, columns, reported }: MetricRowProps) {
  const apart = sidewise(comparison);
  const only = apart ? row.differences[1] : null;
  const difference = only ? <Difference row={row} side={1} difference={only} columns={columns[1]} /> : null;
  return (
    <Row>
      <Cell fixed>
        <span data-tip={row.definition}>{row.title}</span>
      </Cell>
      {only ? (
        <Cell num priority="phone">
          {difference}
        </Cell>
      ) : null}
      {comparison.sides.map((side, i) => {
        const toFirst = row.differences[i];
        return (
          <Cell key={side.evaluationId} num>
            <Measured row={row} value={row.values[i]} name={side.name} column={columns[i].values(row.unit)} />
            {!apart && toFirst ? (
              <span className="under">
                <Difference row={row} side={i} difference={toFirst} columns={columns[i]} />
              </span>
            ) : null}
          </Cell>
        );
      })}
      {only ? (
        <Cell num priority="wide">
          {difference}
        </Cell>
      ) : null}
      <ReportedCells entries={reported} title={row.title} />
    </Row>
  );
}

/** Every measure of every side with n, interval and the paired difference to the first; each DA under its own name. */
export function CompareTable(props: CompareTableProps) {
  const { comparison, colours, choice, input, onK, onChoice, reported, onReported } = props;
  const { sides, rows, k, caption, programs, atOnce } = comparison;
  const apart = sidewise(comparison);
  const beside = useReportedBeside(reported, null);
  const entries = reported ? reportedEntries(beside) : [];
  const diagnosis = useQuery(
    useApi().compare.diagnosis.queryOptions(
      { ids: input.ids, common: input.common, ...choice },
      { placeholderData: keepPreviousData },
    ),
  );
  // Programs and bare answers have no diagnosis.
  const counted = atOnce ? [] : (diagnosis.data?.rows ?? []);
  // What the trainer measured stands for itself only where it was not counted too.
  const isCounted = ({ title }: CompareRow) =>
    counted.some((row) => row.title === title && row.values.every(({ value }) => value !== null));
  const measured = rows.filter((row) => !row.id.startsWith("da.") || !isCounted(row));
  const recounted = counted.filter((row) => !measured.some(({ title }) => title === row.title));
  const definitions = [...measured, ...recounted].filter((r) => r.id.startsWith("da."));
  const { rows: drawn, flat } = foldFlat([...measured, ...recounted]);
  const columns = sides.map((_, i) => sideColumns(drawn, i, !apart));
  return (
    <Section
      title="Measures"
      note={`recomputed from per-problem rows; difference to ${sides[0].name}`}
      end={
        <>
          {atOnce ? null : (
            <>
              <Select
                label="k of RR@k"
                value={String(k)}
                onChange={(value) => onK(Number(value))}
                options={[...new Set([...Array.from({ length: CURVE_STEPS }, (_, i) => i + 1), k])].map(
                  (value) => ({
                    value: String(value),
                    label: `k = ${value}`,
                  }),
                )}
                width={84}
              />
              <ChooseDiagnosis choice={choice} onChoice={onChoice} />
            </>
          )}
          <ChooseReported beside={beside} table={reported} onTable={onReported} />
        </>
      }
    >
      {(atOnce ? [] : diagnosis.data?.findings)?.map(({ rule, severity, claim, evidence }) => (
        <Strip key={claim} level={severity} rule={rule} claim={claim}>
          {evidence}
        </Strip>
      ))}
      <Table label="Measures by evaluation">
        <thead>
          <Row>
            <HeadCell fixed>Measure</HeadCell>
            {apart ? <DifferenceHead priority="phone" name={sides[1].name} colour={colours[1]} /> : null}
            {sides.map((side, i) => (
              <HeadCell
                key={side.evaluationId}
                num
                sub={apart || i === 0 ? "% of n, or mean [95 %]" : "and Δ in pp [95 %, adjusted], p"}
              >
                <RunDot colour={colours[i]} /> {side.name}
              </HeadCell>
            ))}
            {apart ? <DifferenceHead priority="wide" name={sides[1].name} colour={colours[1]} /> : null}
            <ReportedHeads entries={entries} />
          </Row>
        </thead>
        <tbody>
          {drawn.map((row) => (
            <MetricRow
              key={row.title}
              row={row}
              comparison={comparison}
              columns={columns}
              reported={entries}
            />
          ))}
          {flat.map(({ titles, words, definitions: tip }) => (
            <Row key={titles}>
              <Cell columns={sides.length + (apart ? 2 : 1) + entries.length} wrap>
                <span className="flat-words" data-tip={tip}>
                  {titles}: <span className="muted">{words}.</span>
                </span>
              </Cell>
            </Row>
          ))}
          {diagnosis.data ? null : (
            <Row>
              <Cell fixed quiet>
                DA by its definitions
              </Cell>
              <Cell quiet columns={sides.length + 1}>
                {diagnosis.error ? diagnosis.error.message : "reading the counts"}
              </Cell>
            </Row>
          )}
        </tbody>
      </Table>
      <Disclosure summary="Methods">
        <p className="small">
          {comparison.intervals === "" ? "" : `Intervals of the values: ${comparison.intervals}. `}
          {caption}{" "}
          {programs
            ? "Differences of programs of several families: bootstrap of whole families, without p; of one family: exact McNemar with Tango's score interval, and paired t. "
            : "Differences of shares: exact McNemar with Tango's score interval; of means: paired t. "}
          {OVER_SIDES_ALONE}{" "}
          {definitions.map((row) => (
            <span key={row.title}>
              <b>{row.title}</b>: {row.definition}.{" "}
            </span>
          ))}
        </p>
      </Disclosure>
    </Section>
  );
}
