"use client";

import { Button } from "#components/ui/controls/button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { ImportAnswer, ImportedRunAnswer } from "#server/contracts/imports/imports.ts";
import type { ColumnMapping } from "#server/contracts/imports/mapping.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeMoment } from "#server/wording/times.ts";
import { ColumnMap } from "./column-map.tsx";

/** Rows of a long import; the rest is counted. */
const SHOWN = 100;

interface ImportPreviewProps {
  answer: ImportAnswer;
  mapping: ColumnMapping | null;
  busy: boolean;
  onMap: (mapping: ColumnMapping) => void;
  onCommit: () => void;
  onDiscard: () => void;
}

/** What an import brings or brought: runs, what each column means, notes and warnings. */
export function ImportPreview({ answer, mapping, busy, onMap, onCommit, onDiscard }: ImportPreviewProps) {
  const { runs, tables, notes, committed, kinds } = answer;
  const questions = tables.flatMap((table) => table.questions.map((text) => `${table.file}: ${text}`));
  const changed = runs.filter(({ outcome }) => outcome !== "unchanged").length;
  const label = `Import ${countOf(changed, "run")}`;
  const blocked = busy
    ? "Reading"
    : questions.length > 0
      ? "Say what the columns mean first"
      : changed === 0
        ? "All of it is here already"
        : undefined;
  return (
    <>
      {committed ? null : (
        <div className="btn-row">
          <Button kind="primary" blocked={blocked} onClick={() => (blocked ? undefined : onCommit())}>
            {label}
          </Button>
          <Button onClick={onDiscard}>Discard</Button>
        </div>
      )}
      {tables.map((table) => (
        <ColumnMap key={table.file} table={table} mapping={mapping} onMap={committed ? null : onMap} />
      ))}
      <Runs runs={runs.slice(0, SHOWN)} kinds={kinds} all={runs.length} />
      {[...new Set([...notes, ...runs.flatMap((run) => run.notes)])].map((note) => (
        <Strip key={note} level="info">
          {note}
        </Strip>
      ))}
      {runs.flatMap(({ name, cautions }) =>
        cautions.map((caution) => (
          <Strip key={`${name}${caution}`} level="warning" claim={visibleName(name)}>
            {caution}
          </Strip>
        )),
      )}
    </>
  );
}

const OUTCOMES = { new: "new", updated: "updated", unchanged: "unchanged" } as const;

function holdsOf({ evaluations, points }: ImportedRunAnswer): string {
  const measured = evaluations.map(
    ({ benchmark, registered, n, solved }) =>
      `${writeOf(solved, n)} solved on ${visibleName(registered ?? benchmark ?? "a benchmark that is not named")}`,
  );
  return [...measured, ...(points > 0 ? [countOf(points, "point")] : [])].join("; ");
}

function Runs({
  runs,
  kinds,
  all,
}: {
  runs: readonly ImportedRunAnswer[];
  kinds: readonly string[];
  all: number;
}) {
  return (
    <Table
      label="Runs of this import"
      foot={`${kinds.join(", ")}.${all > runs.length ? ` ${writeCount(all - runs.length)} more are not listed.` : ""}`}
    >
      <thead>
        <Row>
          <HeadCell fixed>Run</HeadCell>
          <HeadCell>Is</HeadCell>
          <HeadCell>Started</HeadCell>
          <HeadCell>Holds</HeadCell>
        </Row>
      </thead>
      <tbody>
        {runs.map((run, i) => (
          <Row key={i}>
            <Cell fixed>
              {run.runId === null ? (
                visibleName(run.name)
              ) : (
                <PageLink href={`/runs/${run.runId}`}>{visibleName(run.name)}</PageLink>
              )}
            </Cell>
            <Cell>{OUTCOMES[run.outcome]}</Cell>
            <Cell>{run.startedAt === null ? "not known" : writeMoment(run.startedAt)}</Cell>
            <Cell wrap>{holdsOf(run)}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
