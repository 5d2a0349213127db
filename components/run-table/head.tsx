"use client";

import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { announce } from "#components/ui/announce.ts";
import { IntervalHead } from "#components/ui/tables/rate-cell.tsx";
import { hasInterval } from "../search-params/arranged-columns.ts";
import { Chevron } from "#components/ui/marks/chevron.tsx";
import { VisuallyHidden } from "#components/ui/visually-hidden.tsx";
import {
  isComparable,
  isQuantity,
  parseColumnId,
  type SortKey,
} from "#server/contracts/run-table-columns.ts";
import { columnWords, sortedWords } from "./column-words.ts";

/** More keys than this decide nothing that anybody could follow. */
const MOST_KEYS = 5;

/** Quantities begin with the highest, words with the first. */
function firstDirection(id: string): SortKey["direction"] {
  const column = parseColumnId(id);
  return column && isQuantity(column) ? "desc" : "asc";
}

/** The sort after a press on a head: one way, the other way, not at all. With `after` the other keys stay before it. */
export function nextSort(sort: readonly SortKey[], column: string, after: boolean): SortKey[] {
  const known = sort.find((key) => key.column === column);
  const first = firstDirection(column);
  const next: SortKey | null =
    known === undefined
      ? { column, direction: first }
      : known.direction === first
        ? { column, direction: first === "asc" ? "desc" : "asc" }
        : null;
  if (!after) return next ? [next] : [];
  if (known === undefined) return next && sort.length < MOST_KEYS ? [...sort, next] : [...sort];
  return sort.flatMap((key) => (key.column === column ? (next ?? []) : key));
}

export interface HeadActions {
  /** Sorts by the column alone, or by it after the others. */
  sort: (id: string, after: boolean) => void;
  move: (index: number, before: number) => void;
  width: (index: number, px: number) => void;
  remove: (index: number) => void;
}

interface RunTableHeadProps {
  id: string;
  /** Place among the columns that can be chosen; null for the three that stand first. */
  index: number | null;
  columns: number;
  colIndex: number;
  px: number;
  left?: number;
  sort: readonly SortKey[];
  actions: HeadActions;
  tabbable: boolean;
  drop?: "before" | "after";
  describedBy: string;
  drag?: {
    onName: (event: PointerEvent) => void;
    onEdge: (event: PointerEvent) => void;
    onMove: (event: PointerEvent) => void;
    onUp: () => void;
    onCancel: () => void;
    wasDrag: () => boolean;
  };
}

const STEP_PX = 10;

/**
 * Head of a column: name and what the cells need not repeat. It sorts when pressed, after the other keys with Shift; by key
 * it is moved with Alt and arrows, made wider with Shift and arrows, and taken away with Delete.
 */
export function RunTableHead(props: RunTableHeadProps) {
  const { id, index, columns, colIndex, px, left, sort, actions, tabbable, drop, describedBy, drag } = props;
  const { title, sub, explanation, num } = columnWords(id);
  const column = parseColumnId(id);
  const place = sort.findIndex((key) => key.column === id);
  const key = sort[place];
  const canSort = column !== null && isComparable(column);
  const tip = key ? `${explanation.replace(/\.$/, "")}. ${sortedWords(key)}` : explanation;

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (index !== null && by !== undefined && event.altKey) {
      const to = index + by;
      if (to >= 0 && to < columns) actions.move(index, by > 0 ? to + 1 : to);
      announce(
        to < 0 || to >= columns ? `${title} is at the edge` : `${title} is column ${to + 1} of ${columns}`,
      );
    } else if (index !== null && by !== undefined && event.shiftKey) {
      actions.width(index, px + by * STEP_PX);
      announce(`${title}, ${px + by * STEP_PX} px wide`);
    } else if (index !== null && (event.key === "Delete" || event.key === "Backspace")) {
      actions.remove(index);
      announce(`${title} taken away`);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent) => {
    if (drag?.wasDrag()) return;
    if (canSort) actions.sort(id, event.shiftKey);
    else announce(`Runs cannot be sorted by ${title}`);
  };
  return (
    <th
      scope="col"
      aria-colindex={colIndex}
      aria-sort={
        place === 0 ? (key.direction === "asc" ? "ascending" : "descending") : canSort ? "none" : undefined
      }
      data-num={num || undefined}
      data-fixed={index === null ? (left ? "more" : true) : undefined}
      data-sticky
      data-glyph={hasInterval(column) || undefined}
      data-drop={drop}
      data-tip={tip}
      style={left === undefined ? undefined : { left }}
    >
      <button
        type="button"
        className="table-sort"
        tabIndex={tabbable ? 0 : -1}
        aria-describedby={describedBy}
        aria-disabled={canSort ? undefined : true}
        data-tip={tip}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onPointerDown={drag?.onName}
        onPointerMove={drag?.onMove}
        onPointerUp={drag?.onUp}
        onPointerCancel={drag?.onCancel}
      >
        <span className="table-sort-name">{title}</span>
        {key ? <Chevron direction={key.direction === "asc" ? "up" : "down"} /> : null}
        {key && sort.length > 1 ? <span className="table-sort-place">{place + 1}</span> : null}
        {sub ? <VisuallyHidden>, {sub}</VisuallyHidden> : null}
        {key && place > 0 ? (
          <VisuallyHidden>, {key.direction === "asc" ? "ascending" : "descending"}</VisuallyHidden>
        ) : null}
      </button>
      {sub ? <small aria-hidden="true">{sub}</small> : null}
      {hasInterval(column) ? (
        <span className="table-glyph" aria-hidden="true">
          <IntervalHead low="0" high="100" />
        </span>
      ) : null}
      {drag ? (
        <span
          className="table-edge"
          aria-hidden="true"
          onPointerDown={drag.onEdge}
          onPointerMove={drag.onMove}
          onPointerUp={drag.onUp}
          onPointerCancel={drag.onCancel}
        />
      ) : null}
    </th>
  );
}
