"use client";

import type { RunColour } from "#components/ui/run-dot.tsx";
import { Cell } from "#components/ui/cell.tsx";
import { DeltaCell } from "#components/ui/delta-cell.tsx";
import { formatDuration } from "#components/ui/format/format-duration.ts";
import { formatP } from "#components/ui/format/format-p.ts";
import { HeadCell } from "#components/ui/head-cell.tsx";
import { IntervalCell } from "#components/ui/interval-cell.tsx";
import { IntervalHead } from "#components/ui/interval-head.tsx";
import { Row } from "#components/ui/row.tsx";
import { RowName } from "#components/ui/row-name.tsx";
import { Table } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Value } from "#components/ui/value.tsx";
import { Flags } from "#components/runs/flags.tsx";
import type { AblationRow, AblationTable as TableData, TableColumn } from "#server/contracts/experiment.ts";
import { comparabilityOf } from "./comparability.ts";
import { columnKind, intervalOf, printedUnit, sharedDomain } from "./table-columns.ts";
import { SeedDetails } from "./seed-details.tsx";
import { StateCounts } from "./state-counts.tsx";

interface AblationTableProps {
  table: TableData;
  /** The metric with interval, difference and p; the others show their value. */
  lead: TableColumn;
  colours: Map<string, RunColour>;
}

/** "dynamic on", "beta_kl 0.01 → 0". */
function changeWords({ name, from, to }: AblationRow["changed"][number]): string {
  return typeof to === "boolean" ? `${name} ${to ? "on" : "off"}` : `${name} ${from ?? "–"} → ${to ?? "–"}`;
}

function changedWords(row: AblationRow): string {
  if (row.baseline) return "baseline";
  return row.changed.map(changeWords).join(", ") || "nothing";
}

/** Whether the difference in the headline metric may be read, with the rules that forbid or weaken it. */
function Comparable({ row, lead }: { row: AblationRow; lead: TableColumn }) {
  const { word, about } = comparabilityOf(row, lead.metric);
  return (
    <>
      {word} <Flags objections={about} />
    </>
  );
}

/** A mean over seeds; its interval stands beside it in the headline column, and in the details of every column. */
function Estimate({ row, column, headline }: { row: AblationRow; column: TableColumn; headline?: boolean }) {
  const e = row.metrics[column.metric];
  return (
    <Value
      value={e.value}
      kind={columnKind(column)}
      n={column.problems ?? 1000}
      interval={headline ? intervalOf(e) : undefined}
      noInterval={
        headline && e.value !== null && e.low === null
          ? e.n === 1
            ? "1 seed, no interval"
            : "no interval"
          : undefined
      }
      detailsTitle={`${column.title}, ${row.config}`}
      details={<SeedDetails row={row} column={column} />}
    />
  );
}

/** The ablation: value over seeds, difference to the baseline with an adjusted interval, and what may not be ranked. */
export function AblationTable({ table, lead, colours }: AblationTableProps) {
  const others = table.columns.filter((c) => c.metric !== lead.metric);
  const domain = sharedDomain(table, lead);
  const baseline = table.rows.find((r) => r.baseline)?.metrics[lead.metric]?.value ?? null;
  const scale = columnKind(lead) === "share" ? 100 : 1;
  const ordered = table.rows.toSorted(
    (a, b) => Number(b.comparable[lead.metric]) - Number(a.comparable[lead.metric]),
  );
  const method = table.rows.find((r) => r.difference[lead.metric]?.low !== null && !r.baseline)?.difference[
    lead.metric
  ].method;
  return (
    <Table
      label="Ablation"
      foot={
        <>
          Mean over seeds with 95 % t interval, {table.caption}. Filled dot: the adjusted interval of the
          difference excludes zero; open dot: it does not.
          {method ? ` Difference: ${method}.` : ""}
          {lead.detectable !== null
            ? ` This design could show ${(lead.detectable * scale).toFixed(1)} ${printedUnit(lead, true)} with 80 % power.`
            : ""}
          <span className="narrow-only" data-for="least">
            {" A wider window shows "}
            <span className="narrow-only">{others.map((c) => `${c.title}, `)}</span>
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
          <HeadCell num sub={`${printedUnit(lead)}${lead.problems ? `, n ${lead.problems}` : ""} [95 %]`}>
            {lead.title}
          </HeadCell>
          <HeadCell label="Interval">
            <IntervalHead
              low={(domain[0] * scale).toFixed(scale === 100 ? 0 : 2)}
              high={(domain[1] * scale).toFixed(scale === 100 ? 0 : 2)}
            />
          </HeadCell>
          <HeadCell num sub={`${printedUnit(lead, true)} [95 %, adjusted]`}>
            Δ to baseline
          </HeadCell>
          <HeadCell num sub="adjusted">
            p
          </HeadCell>
          <HeadCell>Changed from baseline</HeadCell>
          {others.map((c) => (
            <HeadCell
              key={c.metric}
              num
              priority="low"
              sub={`${printedUnit(c)}${c.problems ? `, n ${c.problems}` : ""}`}
            >
              {c.title}
            </HeadCell>
          ))}
          <HeadCell num priority="least" sub="per run">
            Episodes
          </HeadCell>
          <HeadCell num priority="least" sub="per run">
            Time
          </HeadCell>
        </Row>
      </thead>
      <tbody>
        {ordered.map((row) => {
          const e = row.metrics[lead.metric];
          const d = row.difference[lead.metric];
          const ranked = row.comparable[lead.metric];
          const clear = d.low !== null && d.high !== null && (d.low > 0 || d.high < 0);
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
                {row.n} / {row.planned}{" "}
                {row.n < row.planned ? <StateCounts states={{ ...row.states, finished: 0 }} /> : null}
              </Cell>
              <Cell num>
                <Estimate row={row} column={lead} headline />
              </Cell>
              <Cell>
                <IntervalCell
                  value={e.value}
                  interval={intervalOf(e)}
                  domain={domain}
                  baseline={baseline}
                  filled={row.baseline || clear}
                  colour={ranked ? colours.get(row.cell) : "rest"}
                />
              </Cell>
              <Cell num>
                {row.baseline ? (
                  <span className="muted">–</span>
                ) : (
                  <DeltaCell
                    difference={d.value}
                    interval={d.low === null || d.high === null ? null : { low: d.low, high: d.high }}
                    kind={columnKind(lead)}
                    better={lead.better ?? undefined}
                    notRanked={!ranked}
                    noInterval={d.value === null ? undefined : "no interval"}
                  />
                )}
              </Cell>
              <Cell num>{d.p === null ? <span className="muted">–</span> : formatP(d.p)}</Cell>
              <Cell wrap quiet>
                <span className="changed">{changedWords(row)}</span>
              </Cell>
              {others.map((c) => (
                <Cell key={c.metric} num priority="low">
                  <Estimate row={row} column={c} />
                </Cell>
              ))}
              <Cell num priority="least">
                <Value value={row.episodes} kind="count" />
              </Cell>
              <Cell num priority="least">
                {formatDuration(row.durationMs)}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
