"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Pager } from "#components/ui/tables/pager.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { TableCell } from "#server/contracts/media/media.ts";
import { TABLE_LIMITS } from "#server/contracts/media/table-limits.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { withTrueMinus } from "#server/wording/typography.ts";

const COMPARISONS = ["contains", "=", ">=", "<="] as const;
type Comparison = (typeof COMPARISONS)[number];

const isNumber = (cell: TableCell): cell is number => typeof cell === "number";

function CellText({ cell }: { cell: TableCell }) {
  if (cell === null) return null;
  // An id or a year is written as it was logged.
  if (isNumber(cell)) return Number.isSafeInteger(cell) ? withTrueMinus(String(cell)) : writeNumber(cell);
  return visibleName(String(cell));
}

interface Sort {
  column: number;
  down: boolean;
}

/** Once by a column upwards, then downwards, then as the table came. */
const nextSort = (column: number, sort: Sort | null): Sort | null =>
  sort?.column !== column ? { column, down: false } : sort.down ? null : { column, down: true };

/** A table that was logged, a page at a time: the server sorts, filters and searches it. */
export function MediaTable({ id, name }: { id: number; name: string }) {
  const api = useApi();
  const [search, setSearch] = useState("");
  const [column, setColumn] = useState(-1);
  const [is, setIs] = useState<Comparison>("contains");
  const [value, setValue] = useState("");
  const [sort, setSort] = useState<Sort | null>(null);
  const [page, setPage] = useState(0);
  const where = column >= 0 && value !== "" ? { column, is, value } : null;
  const query = useQuery(
    api.media.table.queryOptions(
      { id, search, where, sort, page },
      { placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const anew =
    <T,>(set: (value: T) => void) =>
    (next: T) => {
      set(next);
      setPage(0);
    };
  return (
    <QueryState query={query} what={`the table ${name}`} height={300}>
      {({ columns, rows, total, matching, page: shown, pages, note }) => (
        <>
          <div className="media-bar">
            <TextInput
              value={search}
              onChange={anew(setSearch)}
              label={`Search ${name}`}
              placeholder="Search all columns"
              maxLength={TABLE_LIMITS.search}
              width={200}
            />
            <Select
              value={String(column)}
              onChange={(next) => anew(setColumn)(Number(next))}
              label="Filter by column"
              width={180}
              options={[
                { value: "-1", label: "No filter" },
                ...columns.map((label, i) => ({ value: String(i), label })),
              ]}
            />
            {column >= 0 ? (
              <>
                <Select
                  value={is}
                  onChange={(next) => anew(setIs)(next as Comparison)}
                  label="Comparison"
                  width={110}
                  options={COMPARISONS.map((one) => ({ value: one, label: one }))}
                />
                <TextInput
                  value={value}
                  onChange={anew(setValue)}
                  label="Value"
                  maxLength={TABLE_LIMITS.search}
                  width={140}
                />
              </>
            ) : null}
          </div>
          <Table
            label={name}
            density="dense"
            foot={`${matching === total ? countOf(total, "row") : `${writeCount(matching)} of ${countOf(total, "row")}`}${pages > 1 ? `, page ${writeCount(shown + 1)} of ${writeCount(pages)}` : ""}.${note ? ` ${note}` : ""}`}
          >
            <thead>
              <Row>
                {columns.map((label, i) => (
                  <HeadCell key={i} num={rows.length > 0 && rows.every((cells) => isNumber(cells[i]))}>
                    <QuietButton
                      aria-label={`Sort by ${label}`}
                      onClick={() => anew(setSort)(nextSort(i, sort))}
                    >
                      {label}
                      {sort?.column === i ? (sort.down ? " ↓" : " ↑") : ""}
                    </QuietButton>
                  </HeadCell>
                ))}
              </Row>
            </thead>
            <tbody>
              {rows.map((cells, row) => (
                <Row key={row}>
                  {cells.map((cell, i) => (
                    <Cell key={i} num={isNumber(cell)} wrap={typeof cell === "string"}>
                      <CellText cell={cell} />
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
          <Pager page={shown} pages={pages} onPage={setPage} words={["Previous", "Next"]} />
        </>
      )}
    </QueryState>
  );
}
