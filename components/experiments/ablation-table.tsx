"use client";

import type { RunColour } from "#server/plot/colours.ts";
import { Cell, type ColumnPriority, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { DeltaCell, IntervalCell, IntervalHead } from "#components/ui/tables/rate-cell.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Tag } from "#components/ui/controls/chip.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { Flags } from "#components/checks/flags.tsx";
import type {
  AblationRow,
  AblationTable as TableData,
  Difference,
  TableColumn,
} from "#server/contracts/experiment.ts";
import { differs } from "#server/judgement/rule.ts";
import { writeTicks } from "#server/wording/axes.ts";
import { writeN, writePart } from "#server/wording/counts.ts";
import {
  OVER_SEEDS,
  OVER_SEEDS_ALONE,
  OVER_SEEDS_AND_PROBLEMS,
  verdictWords,
} from "#server/wording/claims.ts";
import {
  columnDecimals,
  kindOfUnit,
  printedUnit,
  writeP,
  writeQuantity,
} from "#server/wording/quantities.ts";
import { MEAN_WITH_INTERVAL, withoutInterval } from "#server/wording/seeds.ts";
import { writeDuration } from "#server/wording/times.ts";
import { beginSentence, NOT_MEASURED } from "#server/wording/typography.ts";
import { ChangedWords } from "./changed-words.tsx";
import { intervalOf, sharedDomain } from "./table-columns.ts";
import { SeedDetails } from "./seed-details.tsx";
import { StateCounts } from "./state-counts.tsx";
import { comparabilityOf } from "./comparability.ts";

interface AblationTableProps {
  table: TableData;
  /** The metric with interval, difference and p; the others show their value. */
  lead: TableColumn;
  colours: Map<string, RunColour>;
}

/** Columns beside the headline that fit beside its own from 1320 px and from 1560 px on. */
const PLACES: ColumnPriority[] = ["low", "low", "least", "least"];
const priorityAt = (place: number): ColumnPriority => PLACES[place] ?? "last";

/** Whether the difference in the headline metric may be read, with the rules that forbid or weaken it. */
function Comparable({ row, lead }: { row: AblationRow; lead: TableColumn }) {
  const { word, missing, about } = comparabilityOf(row, lead.metric);
  return (
    <>
      <span data-tip={missing ?? undefined}>{word}</span> <Flags objections={about} />
    </>
  );
}

interface EstimateProps {
  row: AblationRow;
  column: TableColumn;
  headline?: boolean;
  /** Of the column, where a cell has no interval. */
  decimals?: number | null;
}

/** A mean over seeds; its interval stands beside it in the headline column, and in the details of every column. */
function Estimate({ row, column, headline, decimals }: EstimateProps) {
  const e = row.metrics[column.metric];
  return (
    <Value
      value={e.value}
      kind={kindOfUnit(column.unit)}
      n={column.problems}
      decimals={decimals}
      interval={headline ? intervalOf(e) : undefined}
      noInterval={headline && e.value !== null && e.low === null ? withoutInterval(e.n) : undefined}
      detailsTitle={`${column.title}, ${row.config}`}
      details={<SeedDetails row={row} column={column} />}
    />
  );
}

/** The interval for new problems too, beneath that for new seeds. */
function Second({ difference: { value, newProblems }, unit }: { difference: Difference; unit: string }) {
  if (!newProblems) return null;
  const { interval } = writeQuantity({ ...newProblems, value, unit, difference: true });
  return (
    <span className="under muted value-aside" data-tip={newProblems.method}>
      {interval} <span className="hidden-text">for {OVER_SEEDS_AND_PROBLEMS}</span>
    </span>
  );
}

/** The ablation: value over seeds, difference to the baseline with an adjusted interval, and what may not be ranked. */
export function AblationTable({ table, lead, colours }: AblationTableProps) {
  const others = table.columns.filter((c) => c.metric !== lead.metric);
  const domain = sharedDomain(table, lead);
  const baseline = table.rows.find((r) => r.baseline)?.metrics[lead.metric]?.value ?? null;
  const ends = writeTicks(domain, kindOfUnit(lead.unit));
  const shared = new Map(
    table.columns.map((c) => [
      c.metric,
      columnDecimals(
        table.rows.map((r) => r.metrics[c.metric].value),
        c.unit,
      ),
    ]),
  );
  const ordered = table.rows.toSorted(
    (a, b) => Number(b.comparable[lead.metric]) - Number(a.comparable[lead.metric]),
  );
  const hasSecond = table.rows.some((r) => r.difference[lead.metric]?.newProblems);
  return (
    <Table
      label="Ablation"
      foot={
        <>
          {beginSentence(MEAN_WITH_INTERVAL)}, {table.caption}. Filled dot: the interval of the difference
          excludes zero. Open dot: only if all cells scatter alike. Tick on grey: not separable. Below the
          line: seeds. {lead.family}
          {hasSecond ? ` Below a difference: the interval for ${OVER_SEEDS_AND_PROBLEMS}.` : ""}
          <span className="narrow-only">
            {" A wider window shows "}
            {others.map((c, place) => (
              <span key={c.metric} className="narrow-only" data-for={priorityAt(place)}>
                {c.title},{" "}
              </span>
            ))}
            Episodes, Time.
          </span>
          {table.leftOut.length > 0 ? ` Not counted: ${table.leftOut.map((l) => l.name).join(", ")}.` : ""}
        </>
      }
    >
      <thead>
        <Row>
          <HeadCell fixed>Configuration</HeadCell>
          <HeadCell sub={lead.title}>Comparable</HeadCell>
          <HeadCell num>Seeds</HeadCell>
          <HeadCell
            num
            sub={`${printedUnit(lead.unit)}${lead.problems ? `, ${writeN(lead.problems)}` : ""} [95 %]`}
          >
            {lead.title}
          </HeadCell>
          <HeadCell label="Interval">
            <IntervalHead low={ends[0].text} high={ends[1].text} />
          </HeadCell>
          <HeadCell
            num
            sub={`${printedUnit(lead.unit, true)} [95 %], ${lead.problems === null ? OVER_SEEDS_ALONE : OVER_SEEDS}`}
          >
            Δ to baseline
          </HeadCell>
          <HeadCell num sub="adjusted">
            p
          </HeadCell>
          <HeadCell>Changed from baseline</HeadCell>
          {others.map((c, place) => (
            <HeadCell
              key={c.metric}
              num
              priority={priorityAt(place)}
              sub={`${printedUnit(c.unit)}${c.problems ? `, ${writeN(c.problems)}` : ""}`}
            >
              {c.title}
            </HeadCell>
          ))}
          <HeadCell num priority="last" sub="per run">
            Episodes
          </HeadCell>
          <HeadCell num priority="last" sub="per run">
            Time
          </HeadCell>
        </Row>
      </thead>
      <tbody>
        {ordered.map((row) => {
          const e = row.metrics[lead.metric];
          const d = row.difference[lead.metric];
          const ranked = row.comparable[lead.metric];
          return (
            <Row key={row.cell} kind={row.baseline ? "base" : ranked ? "plain" : "unranked"}>
              <Cell fixed>
                <RowName
                  colour={colours.get(row.cell)}
                  after={
                    <>
                      {row.baseline ? <Tag>baseline</Tag> : null}{" "}
                      <Flags objections={comparabilityOf(row, lead.metric).health} />
                    </>
                  }
                >
                  {row.config}
                </RowName>
              </Cell>
              <Cell quiet>
                <Comparable row={row} lead={lead} />
              </Cell>
              <Cell num>
                {writePart(row.n, row.planned)}{" "}
                {row.n < row.planned ? <StateCounts states={{ ...row.states, finished: 0 }} /> : null}
              </Cell>
              <Cell num>
                <Estimate row={row} column={lead} headline decimals={shared.get(lead.metric)} />
              </Cell>
              <Cell>
                <IntervalCell
                  value={e.value}
                  interval={intervalOf(e)}
                  domain={domain}
                  baseline={baseline}
                  seeds={row.bySeed[lead.metric].flatMap(({ value }) => value ?? [])}
                  verdict={row.baseline ? "baseline" : d.verdict}
                  colour={ranked ? colours.get(row.cell) : "rest"}
                />
              </Cell>
              <Cell num>
                {row.baseline ? (
                  <span className="muted">{NOT_MEASURED}</span>
                ) : (
                  <>
                    <DeltaCell
                      difference={d.value}
                      interval={intervalOf(d)}
                      kind={kindOfUnit(lead.unit)}
                      better={lead.better ?? undefined}
                      differs={differs(d)}
                      notRanked={!ranked}
                      noInterval={d.value === null ? undefined : "no interval"}
                    />
                    <Second difference={d} unit={lead.unit} />
                  </>
                )}
              </Cell>
              <Cell num>
                <span className={d.p === null ? "muted" : undefined}>{writeP(d.p)}</span>
                {d.verdict === "differs_if_alike" ? (
                  <span className="under muted" data-tip={verdictWords(d.verdict)}>
                    if alike
                  </span>
                ) : null}
              </Cell>
              <Cell wrap quiet>
                <ChangedWords row={row} />
              </Cell>
              {others.map((c, place) => (
                <Cell key={c.metric} num priority={priorityAt(place)}>
                  <Estimate row={row} column={c} decimals={shared.get(c.metric)} />
                </Cell>
              ))}
              <Cell num priority="last">
                <Value value={row.episodes} kind="count" />
              </Cell>
              <Cell num priority="last">
                {writeDuration(row.durationMs)}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
