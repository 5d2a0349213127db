"use client";

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { nextRow } from "#components/ui/tables/virtual-table.tsx";
import type { TableEntry } from "#server/contracts/run-table.ts";
import { FIXED_COLUMNS, type SortKey } from "#server/contracts/run-table-columns.ts";
import type { ChosenColumn } from "../search-params/run-table.ts";
import { columnWords, ownWidth, spreadWidths } from "./column-words.ts";
import { useColumnDrag } from "./drag.ts";
import { RunTableEdges } from "./edges.tsx";
import { type HeadActions, RunTableHead } from "./head.tsx";
import type { LineActions } from "./line.tsx";
import type { TableLines } from "./lines.ts";
import type { InSight } from "./query.ts";
import { type RowCell, RunTableRow } from "./row.tsx";
import {
  FIRST_HEIGHT,
  useFixedWidths,
  useFrameWidth,
  useRoom,
  useRowHeight,
  useViewport,
} from "./viewport.ts";

interface RunTableGridProps {
  lines: TableLines;
  columns: readonly ChosenColumn[];
  sort: readonly SortKey[];
  /** What the runs are grouped by. */
  group: string | null;
  dense: boolean;
  /** What is shown belongs to the view before. */
  isBehind: boolean;
  /** Another text is another order: the table begins at its first line again. */
  order: string;
  now: number;
  heads: HeadActions;
  actions: LineActions;
  onOpen: (entry: TableEntry) => void;
  onSight: (sight: InSight) => void;
}

const FIXED = FIXED_COLUMNS.length;
const HEAD_ROW = -1;

/**
 * Ten thousand lines by two hundred columns, of which those in view are drawn. It is one stop of the tab key: arrows walk the
 * lines and, above the first, the heads.
 */
export function RunTableGrid(props: RunTableGridProps) {
  const { lines, columns, sort, group, dense, isBehind, order, now, heads, actions, onOpen, onSight } = props;
  const grouped = group !== null;
  const frame = useRef<HTMLDivElement>(null);
  const help = useId();
  const rowHeight = useRowHeight(dense);
  const [active, setActive] = useState(0);
  const [activeHead, setActiveHead] = useState(0);
  const room = useRoom();
  const fixedWidths = useFixedWidths(group, lines);
  const lefts = fixedWidths.map((_, i) => fixedWidths.slice(0, i).reduce((a, b) => a + b, 0));
  const fixedWidth = fixedWidths.reduce((a, b) => a + b, 0);
  const ids = columns.map(({ id }) => id);
  const least = columns.map(({ id, width }) => width ?? ownWidth(id, grouped, lines.resumed > 0, room));
  const free = useFrameWidth(frame) - fixedWidth - least.reduce((a, b) => a + b, 0);
  const ownWidths = spreadWidths(columns, least, free);
  const drag = useColumnDrag({
    widths: ownWidths,
    edges: () => {
      const start =
        (frame.current?.getBoundingClientRect().left ?? 0) - (frame.current?.scrollLeft ?? 0) + fixedWidth;
      const edges = [start];
      for (const width of ownWidths) edges.push(edges[edges.length - 1] + width);
      return edges;
    },
    onMove: heads.move,
    onWidth: heads.width,
  });
  const widths = ownWidths.map((width, i) => (drag.live?.index === i ? drag.live.px : width));
  const { vertical, shownRows, shownColumns, scrolledX } = useViewport({
    frame,
    rowHeight,
    widths,
    ids,
    onSight,
    rows: lines.length,
    fixedWidth,
  });
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 });
  }, [order]);

  const focusSoon = (selector: string) =>
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(selector)?.focus());
  const goTo = (row: number) => {
    if (row === HEAD_ROW) return focusSoon("thead button[tabindex='0']");
    setActive(row);
    vertical.scrollToIndex(row);
    return focusSoon("tr[data-active]");
  };
  const onRowKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const entry = lines.entryAt(active);
    const turn = (open: boolean) => {
      if (entry?.kind === "group" && entry.open !== open) actions.onToggle(entry.key);
      else frame.current?.scrollBy({ left: open ? 120 : -120 });
    };
    const select = () => entry?.kind === "run" && actions.onSelect(entry.run.id);
    const acts: Record<string, (() => unknown) | undefined> = {
      Enter: () => entry && onOpen(entry),
      x: select,
      " ": select,
      ArrowRight: () => turn(true),
      ArrowLeft: () => turn(false),
    };
    const page = Math.floor((frame.current?.clientHeight ?? FIRST_HEIGHT) / rowHeight) - 2;
    const next =
      event.key === "ArrowUp" && active === 0 ? HEAD_ROW : nextRow(event.key, active, lines.length, page);
    if (event.altKey || event.ctrlKey || event.metaKey || (next === null && !acts[event.key])) return;
    event.preventDefault();
    if (next === null) acts[event.key]?.();
    else goTo(next);
  };
  const onHeadKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const lastHead = FIXED + columns.length - 1;
    const to =
      event.key === "Home" ? 0 : event.key === "End" ? lastHead : by === undefined ? null : activeHead + by;
    if (event.key === "ArrowDown") goTo(active);
    else if (to !== null && to >= 0 && to <= lastHead) {
      setActiveHead(to);
      const start = to < FIXED ? 0 : widths.slice(0, to - FIXED).reduce((a, b) => a + b, 0);
      const room = (frame.current?.clientWidth ?? 0) - fixedWidth;
      const left = frame.current?.scrollLeft ?? 0;
      if (start < left || start + (widths[to - FIXED] ?? 0) > left + room)
        frame.current?.scrollTo({ left: start });
      setTimeout(() => focusSoon("thead button[tabindex='0']"));
    } else return;
    event.preventDefault();
  };

  const before = (shownColumns[0]?.start ?? fixedWidth) - fixedWidth;
  const above = shownRows[0]?.start ?? 0;
  const below = vertical.getTotalSize() - (shownRows.at(-1)?.end ?? 0);
  // A row that is scrolled away cannot be tabbed to: the first in view stands in for it.
  const isActiveDrawn = shownRows.some(({ index }) => index === active);
  const tabRow = isActiveDrawn
    ? active
    : (shownRows.find(({ start }) => start >= (vertical.scrollOffset ?? 0))?.index ?? 0);
  const drawn: RowCell[] = shownColumns.map(({ index }) => ({
    id: ids[index],
    colIndex: FIXED + index + 1,
    num: columnWords(ids[index]).num,
  }));
  const total = fixedWidth + widths.reduce((a, b) => a + b, 0);
  const across = FIXED + drawn.length + 2;
  const firstDrawn = shownColumns[0]?.index ?? 0;
  const isDrawn = activeHead < FIXED || drawn.some(({ colIndex }) => colIndex === activeHead + 1);
  const headTab = isDrawn ? activeHead : FIXED + firstDrawn;
  const head = (id: string, colIndex: number, index: number | null) => ({
    id,
    index,
    colIndex,
    sort,
    actions: heads,
    columns: columns.length,
    px: index === null ? fixedWidths[colIndex - 1] : widths[index],
    tabbable: headTab === colIndex - 1,
    describedBy: help,
  });
  return (
    <>
      <p id={help} hidden>
        Enter sorts, Shift and Enter sorts after the other keys. Alt with left or right moves a column, Shift
        with left or right changes its width, Delete takes it away.
      </p>
      <div className="run-table-frame">
        <div ref={frame} className="virtual run-table" aria-busy={isBehind || undefined}>
          <table
            className="table"
            // Rows take focus and selection here, which is what a grid adds to a table.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
            role={grouped ? "treegrid" : "grid"}
            aria-label="Runs"
            aria-rowcount={lines.length + 1}
            aria-colcount={FIXED + columns.length}
            aria-multiselectable
            data-density={dense ? "dense" : undefined}
            style={{ minWidth: total }}
          >
            <colgroup>
              {fixedWidths.map((width, i) => (
                <col key={FIXED_COLUMNS[i]} style={{ width }} />
              ))}
              <col style={{ width: before }} />
              {shownColumns.map(({ index, key }) => (
                <col key={key} style={{ width: widths[index] }} />
              ))}
              <col />
            </colgroup>
            <thead>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the heads inside */}
              <tr aria-rowindex={1} onKeyDown={onHeadKey}>
                {FIXED_COLUMNS.map((id, i) => (
                  <RunTableHead key={id} {...head(id, i + 1, null)} left={lefts[i]} />
                ))}
                <th aria-hidden="true" data-sticky className="table-gap" />
                {shownColumns.map(({ index, key }) => (
                  <RunTableHead
                    key={key}
                    {...head(ids[index], FIXED + index + 1, index)}
                    drop={
                      drag.drop === index
                        ? "before"
                        : drag.drop === columns.length && index === columns.length - 1
                          ? "after"
                          : undefined
                    }
                    drag={{
                      onName: drag.begin("move", index),
                      onEdge: drag.begin("resize", index),
                      onMove: drag.onPointerMove,
                      onUp: drag.onPointerUp,
                      onCancel: drag.onPointerCancel,
                      wasDrag: drag.wasDrag,
                    }}
                  />
                ))}
                <th aria-hidden="true" data-sticky className="table-gap" />
              </tr>
            </thead>
            <tbody>
              <Spacer height={above} columns={across} />
              {shownRows.map(({ index }) => (
                <RunTableRow
                  key={index}
                  index={index}
                  entry={lines.entryAt(index)}
                  lines={lines}
                  cells={drawn}
                  lefts={lefts}
                  height={rowHeight}
                  grouped={grouped}
                  active={index === tabRow}
                  now={now}
                  actions={actions}
                  onFocus={setActive}
                  onKeyDown={onRowKey}
                />
              ))}
              <Spacer height={below} columns={across} />
            </tbody>
          </table>
        </div>
        <RunTableEdges
          frame={frame}
          scrolledX={scrolledX}
          total={total}
          fixed={{ all: fixedWidth, name: fixedWidths[0] }}
        />
      </div>
    </>
  );
}

/** Stands for the lines above or below those in view. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? (
    <tr aria-hidden="true" className="virtual-space">
      <td colSpan={columns} style={{ height }} aria-label="Lines out of view" />
    </tr>
  ) : null;
}
