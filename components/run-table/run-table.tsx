"use client";

import { useGo } from "#components/ui/use-go.ts";
import { useEffect, useMemo, useState } from "react";
import { useKeys } from "#components/layout/use-keys.ts";
import { announce } from "#components/ui/announce.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { parseColumnId } from "#server/contracts/run-table-columns.ts";
import { countOf, listAnd, writeCount } from "#server/wording/counts.ts";
import { type RunSearch, runTableView } from "../search-params/runs.ts";
import { hasInterval } from "../search-params/arranged-columns.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { columnWords } from "./column-words.ts";
import { clampWidth, moveItem } from "./drag.ts";
import { RunTableGrid } from "./grid.tsx";
import { type HeadActions, nextSort } from "./head.tsx";
import type { LineActions } from "./line.tsx";
import type { TableLines } from "./lines.ts";
import type { InSight } from "./query.ts";
import { RunTableSelection } from "./selection.tsx";
import { shownWords } from "./toolbar.tsx";

export type SearchChange = { [Key in keyof RunSearch]?: RunSearch[Key] | null };

interface RunTableProps {
  search: RunSearch;
  onSearch: (change: SearchChange) => void;
  lines: TableLines;
  /** What is shown belongs to the view before. */
  isBehind: boolean;
  now: number;
  onSight: (sight: InSight) => void;
  /** Columns nobody chose that are left out because no run has a value. */
  hidden: readonly string[];
}

/** Shares of problems are the one column whose interval the head cannot explain in two words. */
function sharesSaid({ cols }: Pick<RunSearch, "cols">): string {
  const shares = cols.flatMap(({ id }) => {
    const column = parseColumnId(id);
    return hasInterval(column) ? [column.metric] : [];
  });
  const titles = [...new Set(shares)].map((metric) => metricInfo(metric).title);
  if (titles.length === 0) return "";
  const byFamilies = shares.includes("eval/solved")
    ? "; of programs of several families by whole families, from ten on"
    : "";
  return ` ${listAnd(titles)} of one run: Wilson interval over its problems${byFamilies}.`;
}

function useHeadActions(search: RunSearch, onSearch: RunTableProps["onSearch"]): HeadActions {
  return useMemo(
    () => ({
      sort: (id, after) => onSearch({ sort: nextSort(search.sort, id, after) }),
      move: (index, before) => onSearch({ cols: moveItem(search.cols, index, before) }),
      width: (index, px) =>
        onSearch({
          cols: search.cols.map((column, i) => (i === index ? { ...column, width: clampWidth(px) } : column)),
        }),
      remove: (index) => onSearch({ cols: search.cols.filter((_, i) => i !== index) }),
    }),
    [search.sort, search.cols, onSearch],
  );
}

/** The runs of a view, line by line, with what can be done with the selected ones. */
export function RunTable({ search, onSearch, lines, isBehind, now, onSight, hidden }: RunTableProps) {
  const router = useGo();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const heads = useHeadActions(search, onSearch);
  const actions: LineActions = {
    isSelected: (id) => selected.includes(id),
    onSelect: (id) =>
      setSelected(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]),
    onToggle: (key) =>
      onSearch({
        open: search.open.includes(key)
          ? search.open.filter((other) => other !== key)
          : [...search.open, key],
      }),
  };
  useKeys([
    { keys: "d", label: "Dense rows", group: "This page", run: () => onSearch({ dense: !search.dense }) },
  ]);
  const said = shownWords(lines);
  // Nobody looks for tags where none was given.
  const missed = hidden.filter((id) => id !== "tags");
  useEffect(() => {
    announce(said);
  }, [said]);
  return (
    <>
      {lines.same.length > 0 ? (
        <p className="table-same">
          Same in all {writeCount(lines.runs)}: {lines.same.map(({ words }) => words).join(", ")}.
        </p>
      ) : null}
      <RunTableGrid
        lines={lines}
        columns={search.cols}
        sort={search.sort}
        group={search.group}
        dense={search.dense}
        isBehind={isBehind}
        order={JSON.stringify({ ...runTableView(search), open: null })}
        now={now}
        heads={heads}
        actions={actions}
        onOpen={(entry) => {
          if (entry.kind === "run") router.push(`/runs/${entry.run.id}`);
          else if (entry.kind === "group") actions.onToggle(entry.key);
        }}
        onSight={onSight}
      />
      <p className="table-foot">
        {said}
        {sharesSaid(search)}
        {lines.notes.map((note) => ` ${note}`)}
        {missed.length > 0 ? (
          <>
            {` ${countOf(missed.length, "empty column")} hidden: ${listAnd(missed.map((id) => columnWords(id).title))}. `}
            <QuietButton onClick={() => onSearch({ empty: "show" })}>Show</QuietButton>
          </>
        ) : null}
      </p>
      <RunTableSelection {...{ search, selected }} fitting={lines.runs} onSelect={setSelected} />
    </>
  );
}
