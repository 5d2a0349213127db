"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { topics } from "#server/contracts/live.ts";
import { PAGE_LINES, runTableInput, runTableView, type RunSearch } from "../search-params/runs.ts";
import { valueBlocks } from "../search-params/run-table-defaults.ts";
import { assembleLines, type TableLines } from "./lines.ts";

/** The part of the table that is in sight. */
export interface InSight {
  /** Pages of `PAGE_LINES` lines. */
  pages: readonly number[];
  /** Ids of columns. */
  columns: readonly string[];
}

export interface RunTableState {
  /** Null until the first answer came. While a new view is fetched, the lines of the one before. */
  lines: TableLines | null;
  /** What is shown belongs to the view before. */
  isBehind: boolean;
  updatedAt: number;
  error: { message: string } | null;
  retry: () => void;
}

const LIVE_MS = 2000;
const LOOK_AGAIN_MS = 1000;
/** A curve of 66 px does not grow faster. */
const CURVES_MS = 5000;
const LIVE = { meta: liveOn([topics.runs, topics.progress], LIVE_MS) };

interface Result<Data> {
  data: Data | undefined;
  dataUpdatedAt: number;
  error: { message: string } | null;
  refetch: () => unknown;
}

/** Of several questions what is there; react-query keeps the data the same object while nothing changed. */
function gather<Data>(results: Result<Data>[]) {
  return {
    data: results.map((result) => result.data),
    updatedAt: Math.max(0, ...results.map((result) => result.dataUpdatedAt)),
    error: results.find((result) => result.error)?.error ?? null,
    refetch: () => results.forEach((result) => void result.refetch()),
  };
}

/** Lines and values of what is in sight, a page of lines and a block of columns at a time. */
export function useRunTable(search: RunSearch, { pages, columns }: InSight): RunTableState {
  const api = useApi();
  const [, ...laterBlocks] = valueBlocks(search.cols);
  const tables = useQueries({
    queries: pages.map((page) => api.runs.table.queryOptions(runTableInput(search, page), LIVE)),
    combine: gather,
  });
  const wanted = laterBlocks.filter((block) => block.some((id) => columns.includes(id)));
  const tiles = pages.flatMap((page) => wanted.map((block) => ({ page, block })));
  const cells = useQueries({
    queries: tiles.map(({ page, block }) =>
      api.runs.cells.queryOptions({ ...runTableInput(search, page), columns: block }, LIVE),
    ),
    combine: gather,
  });
  const view = runTableView(search);
  const checks = useQueries({
    queries: pages.map((page) =>
      api.runs.checks.queryOptions(
        { ...view, offset: page * PAGE_LINES, limit: PAGE_LINES },
        {
          meta: liveOn([topics.runs, topics.progress], 5000),
          refetchInterval: (query) => (query.state.data?.unread ? LOOK_AGAIN_MS : false),
        },
      ),
    ),
    combine: gather,
  });
  const curves = useQueries({
    queries: pages.map((page) =>
      api.runs.curves.queryOptions(
        { ...view, offset: page * PAGE_LINES, limit: PAGE_LINES },
        { enabled: columns.includes("curve"), meta: liveOn([topics.progress, topics.runs], CURVES_MS) },
      ),
    ),
    combine: gather,
  });
  const lines = useMemo(() => {
    const there = <T>(answers: (T | undefined)[]) => answers.filter((answer) => answer !== undefined);
    return assembleLines({
      tables: there(tables.data),
      cells: there(cells.data),
      checks: there(checks.data),
      curves: there(curves.data),
    });
  }, [tables.data, cells.data, checks.data, curves.data]);
  const name = JSON.stringify(view);
  const [last, setLast] = useState<{ name: string; lines: TableLines } | null>(null);
  if (lines && (last?.lines !== lines || last.name !== name)) setLast({ name, lines });
  return {
    lines: lines ?? last?.lines ?? null,
    isBehind: lines === null && last !== null && last.name !== name,
    updatedAt: tables.updatedAt,
    error: tables.error,
    retry: tables.refetch,
  };
}
