import type { KeyboardEvent } from "react";
import type { TableEntry } from "#server/contracts/run-table.ts";
import { FIXED_COLUMNS } from "#server/contracts/run-table-columns.ts";
import { chosenCell, fixedCell, partWords, type LineActions } from "./line.tsx";
import { factTip, ifLong } from "./run-facts.tsx";
import type { TableLines } from "./lines.ts";

/** A chosen column that is in view. */
export interface RowCell {
  id: string;
  colIndex: number;
  num: boolean;
}

interface RunTableRowProps {
  index: number;
  /** Undefined while the line is being fetched. */
  entry: TableEntry | undefined;
  lines: TableLines;
  cells: readonly RowCell[];
  /** Left edges of the columns that stay. */
  lefts: readonly number[];
  height: number;
  /** Lines are heads of groups and their runs. */
  grouped: boolean;
  active: boolean;
  now: number;
  actions: LineActions;
  onFocus: (index: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const KINDS = { run: undefined, group: "group", part: "part" } as const;

/** Links and boxes inside a row are for the pointer; by key the row itself opens and selects. */
function leaveTabOrder(row: HTMLTableRowElement | null) {
  for (const control of row?.querySelectorAll<HTMLElement>("a, button, input") ?? []) control.tabIndex = -1;
}

/** One line: a run, the head of a group, or the head of a part: runs that may be ranked among themselves, or may not. */
export function RunTableRow(props: RunTableRowProps) {
  const { index, entry, lines, cells, lefts, height, grouped, active, now, actions, onFocus, onKeyDown } =
    props;
  const inGroup = entry?.kind === "run" && entry.inGroup;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a row of a grid takes the focus
    <tr
      ref={leaveTabOrder}
      aria-rowindex={index + 2}
      aria-selected={entry?.kind === "run" ? actions.isSelected(entry.run.id) : undefined}
      aria-expanded={entry?.kind === "group" ? entry.open : undefined}
      aria-level={entry && grouped ? (entry.kind === "run" ? 2 : 1) : undefined}
      aria-busy={entry === undefined || undefined}
      data-kind={entry ? (inGroup ? "seed" : KINDS[entry.kind]) : undefined}
      data-active={active || undefined}
      data-tip={entry?.kind === "part" ? partWords(entry, entry.tip) : undefined}
      tabIndex={active ? 0 : -1}
      style={{ height }}
      onFocus={() => onFocus(index)}
      onKeyDown={onKeyDown}
    >
      <Cells {...{ index, entry, lines, cells, lefts, now, actions }} />
    </tr>
  );
}

type CellsProps = Pick<RunTableRowProps, "index" | "entry" | "lines" | "cells" | "lefts" | "now" | "actions">;

function Cells({ index, entry, lines, cells, lefts, now, actions }: CellsProps) {
  const across = FIXED_COLUMNS.length + cells.length + 2;
  if (!entry)
    return (
      <td colSpan={across}>
        <span className="muted">line {index + 1}</span>
      </td>
    );
  if (entry.kind === "part")
    return (
      <td colSpan={across}>
        <span className="table-part">{partWords(entry, entry.head)}</span>
      </td>
    );
  return (
    <>
      {FIXED_COLUMNS.map((name, i) => (
        <td
          key={name}
          aria-colindex={i + 1}
          data-fixed={i === 0 ? true : "more"}
          data-tip={
            entry.kind === "run" ? factTip(name, entry.run) : name === "run" ? ifLong(entry.title) : undefined
          }
          style={{ left: lefts[i] }}
        >
          {fixedCell(name, entry, lines, actions)}
        </td>
      ))}
      <td aria-hidden="true" />
      {cells.map(({ id, colIndex, num }) => {
        const { content, tip } = chosenCell(id, entry, lines, now);
        return (
          <td key={id} aria-colindex={colIndex} data-num={num || undefined} data-tip={tip}>
            {content}
          </td>
        );
      })}
      <td aria-hidden="true" />
    </>
  );
}
