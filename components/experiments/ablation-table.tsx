"use client";

import type { ReactNode } from "react";
import { pointsAt, useLitStore } from "#components/charts/lit.tsx";
import type { ClaimVerdict } from "#server/contracts/claim-verdict.ts";
import type { RunColour } from "#server/plot/colours.ts";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { DeltaCell, IntervalCell, IntervalHead } from "#components/ui/tables/rate-cell.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Tag } from "#components/ui/controls/chip.tsx";
import type { EstimateColumn } from "#components/ui/tables/estimate-column.ts";
import { NumberAside } from "#components/ui/marks/number-aside.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { Flags } from "#components/checks/flags.tsx";
import type {
  AblationRow,
  AblationTable as TableData,
  Difference,
  TableColumn,
} from "#server/contracts/experiment.ts";
import { bandKey } from "#server/contracts/charts/band-key.ts";
import { differs } from "#server/checks/rule.ts";
import { writeTicks } from "#server/wording/charts/axes.ts";
import { writeN } from "#server/wording/counts.ts";
import { missingReasonsText, seedPart } from "#server/wording/verdicts/missing-seeds.ts";
import { VerdictGlyph } from "#components/ui/marks/verdict-mark.tsx";
import {
  differenceLevel,
  OVER_SEEDS,
  OVER_SEEDS_ALONE,
  OVER_SEEDS_AND_PROBLEMS,
  SEED_TICKS,
  verdictWords,
} from "#server/wording/claims.ts";
import {
  columnDecimals,
  kindOfUnit,
  printedUnit,
  equalsP,
  writeQuantity,
} from "#server/wording/quantities.ts";
import { writeDuration } from "#server/wording/times.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { TokensCell, TokensHead } from "./answer-tokens.tsx";
import { ChangedWords } from "./changed-words.tsx";
import { estimateColumns, intervalOf, rankedFirst, sharedDomain } from "./table-columns.ts";
import { LeftOut } from "./left-out.tsx";
import { MeanOverSeeds } from "./mean-over-seeds.tsx";
import { comparabilityOf } from "./comparability.ts";

interface AblationTableProps {
  table: TableData;
  /** The metric with interval, difference and p; the others show their value. */
  lead: TableColumn;
  colours: Map<string, RunColour>;
  /** Rows of what others reported, below those that were measured. */
  below?: ReactNode;
}

interface SecondProps {
  difference: Difference;
  unit: string;
  column: EstimateColumn;
}

/** The interval for new problems too, beneath that for new seeds: on paper, where no details open. */
function Second({ difference: { value, newProblems }, unit, column }: SecondProps) {
  if (!newProblems) return null;
  const { interval } = writeQuantity({
    ...newProblems,
    value,
    unit,
    difference: true,
    alike: column.decimals,
  });
  return (
    <span className="under muted paper-only">
      <NumberAside text={interval ?? ""} room={column.room} />{" "}
      <span className="hidden-text">{OVER_SEEDS_AND_PROBLEMS}</span>
    </span>
  );
}

/** How many seeds of a row have a value of a metric, of how many, and why the others have none. */
function SeedCount({ row, lead: { metric } }: { row: AblationRow; lead: TableColumn }) {
  const reasons = missingReasonsText(row.missing?.[metric] ?? []);
  return (
    <>
      {seedPart(row, metric)}
      {reasons === "" ? null : <span className="under muted">{reasons}</span>}
    </>
  );
}

/** Nothing is claimed of a difference yet, so its p says nothing. */
const isOpen = (verdict: ClaimVerdict): boolean => verdict === "incomplete" || verdict === "interim";

/** What may be said of a row, its p, and what forbids or weakens that. */
function Verdict({ row, lead, colour }: { row: AblationRow; lead: TableColumn; colour?: RunColour }) {
  if (row.baseline) return <span className="muted">{NOT_MEASURED}</span>;
  const { missing, about } = comparabilityOf(row, lead.metric);
  const { verdict = "untested", p, method } = row.difference[lead.metric];
  return (
    <span className="verdict">
      <VerdictGlyph verdict={verdict} colour={colour} />
      <span>
        <span data-tip={method}>{verdictWords(verdict)}</span>
        {p === null || isOpen(verdict) ? null : (
          <>
            {" "}
            <span className="value-aside">{equalsP(p)}</span>
          </>
        )}{" "}
        <Flags findings={about} />
        {row.beside && verdict === "not_ranked" ? <span className="under muted">{row.beside}</span> : null}
        {missing === null ? null : (
          <span className="under muted" data-tip={missing}>
            not known to be comparable
          </span>
        )}
      </span>
    </span>
  );
}

/** The headline metric of an ablation: value over seeds, difference to the baseline with an adjusted interval, verdict. */
export function AblationTable({ table, lead, colours, below }: AblationTableProps) {
  const domain = sharedDomain(table, lead);
  const baseline = table.rows.find((r) => r.baseline)?.metrics[lead.metric]?.value ?? null;
  const ends = writeTicks(domain, kindOfUnit(lead.unit));
  const decimals = columnDecimals(
    table.rows.map((r) => r.metrics[lead.metric].value),
    lead.unit,
  );
  const meanSub = `${printedUnit(lead.unit)}${lead.problems ? `, ${writeN(lead.problems)}` : ""} [95 %]`;
  const estimates = estimateColumns(table, lead);
  const lit = useLitStore();
  return (
    <Table
      label="Ablation"
      stacks
      foot={
        <>
          {SEED_TICKS}
          <span className="narrow-only"> A wider window shows Episodes and Time.</span>
          <LeftOut runs={table.leftOut} />
        </>
      }
    >
      <thead>
        <Row>
          <HeadCell fixed>Configuration</HeadCell>
          <HeadCell priority="phone" sub="p adjusted">
            Verdict
          </HeadCell>
          <HeadCell priority="wide">Changed from baseline</HeadCell>
          <HeadCell num priority="wide">
            Seeds
          </HeadCell>
          <HeadCell num priority="wide" sub={meanSub}>
            {lead.title}
          </HeadCell>
          <HeadCell label="Interval" priority="wide">
            <IntervalHead low={ends[0].text} high={ends[1].text} />
          </HeadCell>
          <HeadCell
            num
            sub={`${printedUnit(lead.unit, true)} [${differenceLevel(lead)}], ${lead.problems === null ? OVER_SEEDS_ALONE : OVER_SEEDS}`}
          >
            Δ to baseline
          </HeadCell>
          <HeadCell priority="wide" sub="p adjusted">
            Verdict
          </HeadCell>
          <TokensHead rows={table.rows} />
          <HeadCell num priority="low" sub="per run">
            Episodes
          </HeadCell>
          <HeadCell num priority="low" sub="per run">
            Time
          </HeadCell>
          <HeadCell num priority="phone" sub={meanSub}>
            {lead.title}
          </HeadCell>
          <HeadCell num priority="phone">
            Seeds
          </HeadCell>
          <HeadCell priority="phone">Changed from baseline</HeadCell>
        </Row>
      </thead>
      <tbody>
        {rankedFirst(table.rows, lead).map((row) => {
          const e = row.metrics[lead.metric];
          const d = row.difference[lead.metric];
          const ranked = row.comparable[lead.metric];
          const colour = ranked ? colours.get(row.cell) : "rest";
          const verdict = <Verdict row={row} lead={lead} colour={colour} />;
          const mean = (
            <MeanOverSeeds row={row} column={lead} headline={estimates.means} decimals={decimals} />
          );
          return (
            <Row
              key={row.cell}
              kind={row.baseline ? "base" : ranked ? "plain" : "unranked"}
              points={pointsAt(lit, [bandKey(table.experimentId, row.cell)])}
            >
              <Cell fixed>
                <RowName
                  colour={colours.get(row.cell)}
                  after={
                    <>
                      {row.baseline ? <Tag>baseline</Tag> : null}{" "}
                      <Flags findings={comparabilityOf(row, lead.metric).health} />
                    </>
                  }
                >
                  {row.config}
                </RowName>
              </Cell>
              <Cell priority="phone">{verdict}</Cell>
              <Cell wrap quiet priority="wide">
                <ChangedWords row={row} />
              </Cell>
              <Cell num priority="wide">
                <SeedCount row={row} lead={lead} />
              </Cell>
              <Cell num priority="wide">
                {mean}
              </Cell>
              <Cell priority="wide">
                <IntervalCell
                  value={e.value}
                  interval={intervalOf(e)}
                  domain={domain}
                  baseline={baseline}
                  seeds={row.bySeed[lead.metric].flatMap(({ value }) => value ?? [])}
                  verdict={row.baseline ? "baseline" : d.verdict}
                  colour={colour}
                />
              </Cell>
              <Cell num>
                {row.baseline ? (
                  <DeltaCell difference={null} column={estimates.differences} />
                ) : (
                  <>
                    <DeltaCell
                      difference={d.value}
                      column={estimates.differences}
                      interval={intervalOf(d)}
                      kind={kindOfUnit(lead.unit)}
                      better={lead.better ?? undefined}
                      differs={differs(d)}
                      notRanked={!ranked}
                      noInterval={d.value === null ? undefined : "no interval"}
                    />
                    <Second difference={d} unit={lead.unit} column={estimates.differences} />
                  </>
                )}
              </Cell>
              <Cell priority="wide">{verdict}</Cell>
              <TokensCell rows={table.rows} of={row} />
              <Cell num priority="low">
                <Value value={row.episodes} kind="count" />
              </Cell>
              <Cell num priority="low">
                {writeDuration(row.durationMs)}
              </Cell>
              <Cell num priority="phone">
                {mean}
              </Cell>
              <Cell num priority="phone">
                <SeedCount row={row} lead={lead} />
              </Cell>
              <Cell wrap quiet priority="phone">
                <ChangedWords row={row} />
              </Cell>
            </Row>
          );
        })}
        {below}
      </tbody>
    </Table>
  );
}
