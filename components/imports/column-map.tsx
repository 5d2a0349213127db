"use client";

import { Segmented } from "#components/ui/controls/segmented.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { COLUMN_USES, type ColumnUse, NO_MAPPING } from "#server/contracts/imports/column-uses.ts";
import type { ColumnMapping, MappedColumn, MappedTable } from "#server/contracts/imports/mapping.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf } from "#server/wording/counts.ts";

const USES: Record<ColumnUse, string> = {
  step: "Step",
  run: "Run",
  seed: "Seed",
  time: "Time",
  value: "Metric",
  text: "Text",
  empty: "Empty",
  skipped: "Left out",
};

const DELIMITERS = [
  { value: ",", label: "Comma" },
  { value: ";", label: "Semicolon" },
  { value: "\t", label: "Tab" },
  { value: "|", label: "Pipe" },
] as const;

const without = (list: readonly string[], name: string): string[] => list.filter((one) => one !== name);

/** The mapping in which a column has another use. */
function withUse(mapping: ColumnMapping, table: MappedTable, name: string, use: ColumnUse): ColumnMapping {
  const next: ColumnMapping = { ...mapping, skip: without(mapping.skip, name) };
  for (const one of ["step", "run", "seed", "time"] as const) {
    const now = table.columns.find((column) => column.use === one)?.name ?? null;
    // What was guessed is said from now on, so that one change brings no other.
    next[one] = one === use ? name : now === name ? null : now;
  }
  if (use === "skipped") next.skip = [...next.skip, name];
  return next;
}

const withScale = (mapping: ColumnMapping, name: string, isPercent: boolean): ColumnMapping => ({
  ...mapping,
  percent: isPercent ? [...without(mapping.percent, name), name] : without(mapping.percent, name),
  plain: isPercent ? without(mapping.plain, name) : [...without(mapping.plain, name), name],
});

interface ColumnMapProps {
  table: MappedTable;
  mapping: ColumnMapping | null;
  /** Null once it is imported. */
  onMap: ((mapping: ColumnMapping) => void) | null;
}

/** What each column of a file is taken for, and what a person changes of it. */
export function ColumnMap({ table, mapping, onMap }: ColumnMapProps) {
  const told = mapping ?? NO_MAPPING;
  const { file, rows, columns, delimiter, decimal, questions } = table;
  return (
    <>
      {questions.map((question) => (
        <Strip key={question} level="warning" claim={visibleName(file)}>
          {question}
        </Strip>
      ))}
      {delimiter === null || onMap === null ? null : (
        <div className="btn-row">
          <Select
            label="Delimiter"
            unit="delimiter"
            value={delimiter}
            width={170}
            options={[...DELIMITERS]}
            onChange={(value) => onMap({ ...told, delimiter: value as ColumnMapping["delimiter"] })}
          />
          <Segmented
            label="Decimal mark"
            value={decimal}
            options={[
              { value: ".", label: "0.5" },
              { value: ",", label: "0,5" },
            ]}
            onChange={(value) => onMap({ ...told, decimal: value })}
          />
        </div>
      )}
      <Table label={`Columns of ${file}`} foot={`${visibleName(file)}: ${countOf(rows, "row")}.`}>
        <thead>
          <Row>
            <HeadCell fixed>Column</HeadCell>
            <HeadCell>Is</HeadCell>
            <HeadCell>Percentages</HeadCell>
            <HeadCell>Begins with</HeadCell>
          </Row>
        </thead>
        <tbody>
          {columns.map((column) => (
            <Row key={column.name}>
              <Cell fixed>{visibleName(column.name)}</Cell>
              <Cell>
                {onMap === null ? (
                  USES[column.use]
                ) : (
                  <Select
                    label={`What ${column.name} is`}
                    value={column.use}
                    width={110}
                    options={COLUMN_USES.filter(
                      (use) => use === column.use || !["text", "empty"].includes(use),
                    ).map((use) => ({ value: use, label: USES[use] }))}
                    onChange={(use) => onMap(withUse(told, table, column.name, use as ColumnUse))}
                  />
                )}
              </Cell>
              <Cell>
                <Scale
                  column={column}
                  onChange={onMap && ((isPercent) => onMap(withScale(told, column.name, isPercent)))}
                />
              </Cell>
              <Cell wrap>{column.examples.map(visibleName).join(", ")}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </>
  );
}

function Scale({
  column,
  onChange,
}: {
  column: MappedColumn;
  onChange: ((isPercent: boolean) => void) | null;
}) {
  if (column.use !== "value") return <span className="muted">–</span>;
  if (onChange === null) return column.scale === "percent" ? "yes" : "no";
  return (
    <Select
      label={`Whether ${column.name} is a percentage`}
      value={column.scale}
      width={90}
      options={[
        ...(column.scale === "unknown" ? [{ value: "unknown", label: "Say" }] : []),
        { value: "plain", label: "No" },
        { value: "percent", label: "Yes" },
      ]}
      onChange={(value) => onChange(value === "percent")}
    />
  );
}
