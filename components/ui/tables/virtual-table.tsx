"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { HeadCell, type HeadSort, type RowKind } from "./table.tsx";
import { ScrollEdges } from "./scroll-frame.tsx";

/** Where a key leads from row `active` among `count` rows, or null where the key does not walk. `page` is rows per page. */
export function nextRow(key: string, active: number, count: number, page: number): number | null {
  const clamp = (row: number) => Math.max(0, Math.min(count - 1, row));
  switch (key) {
    case "ArrowDown":
      return clamp(active + 1);
    case "ArrowUp":
      return clamp(active - 1);
    case "PageDown":
      return clamp(active + page);
    case "PageUp":
      return clamp(active - page);
    case "Home":
      return 0;
    case "End":
      return clamp(count - 1);
    default:
      return null;
  }
}

export interface VirtualColumn<Item> {
  id: string;
  head: ReactNode;
  /** Names the column where the head is empty. */
  label?: string;
  sub?: ReactNode;
  /** In px; one column may leave it out and takes what is left. */
  width?: number;
  num?: boolean;
  fixed?: boolean;
  sort?: HeadSort;
  cell: (item: Item) => ReactNode;
}

interface VirtualTableProps<Item> {
  label: string;
  columns: VirtualColumn<Item>[];
  rows: Item[];
  rowKey: (item: Item) => string;
  rowKind?: (item: Item) => RowKind;
  isSelected?: (item: Item) => boolean;
  /** Enter on the row. */
  onOpen?: (item: Item) => void;
  /** `x` or the space bar on the row. */
  onSelect?: (item: Item) => void;
  /** Arrow right and left on a group row. */
  onExpand?: (item: Item, open: boolean) => void;
  density?: "dense";
  /** Height of the scrolling frame in px. */
  height?: number;
  foot?: ReactNode;
}

/**
 * A table of thousands of rows that draws those in view. It is one stop of the tab key: arrows, Page Up and Down, Home and
 * End walk the rows; Enter opens, x selects. Columns have fixed widths, since unseen rows cannot be measured.
 */
export function VirtualTable<Item>(props: VirtualTableProps<Item>) {
  const { label, columns, rows, rowKey, rowKind, isSelected, onOpen, onSelect, onExpand, density, foot } =
    props;
  const { height = 560 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const rowHeight = density === "dense" ? 25 : 29;
  // Its methods read live state, so nothing here may memoise what they return; nothing does.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowKey(rows[index]),
    // Before the frame is measured, and on the server, as many rows as its height holds.
    initialRect: { width: 0, height },
    overscan: 10,
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const item = rows[active];
    if (event.target !== event.currentTarget || item === undefined) return;
    const acts: Record<string, (() => void) | undefined> = {
      Enter: onOpen && (() => onOpen(item)),
      x: onSelect && (() => onSelect(item)),
      " ": onSelect && (() => onSelect(item)),
      ArrowRight: onExpand && (() => onExpand(item, true)),
      ArrowLeft: onExpand && (() => onExpand(item, false)),
    };
    const next = nextRow(event.key, active, rows.length, Math.floor(height / rowHeight) - 2);
    if (next === null && !acts[event.key]) return;
    event.preventDefault();
    if (next === null) return acts[event.key]?.();
    setActive(next);
    virtual.scrollToIndex(next);
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>("tr[data-active]")?.focus());
  };

  const stays = columns.reduce((sum, { fixed, width = 0 }) => (fixed ? sum + width : sum), 0);
  const inView = virtual.getVirtualItems();
  const before = inView[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (inView.at(-1)?.end ?? 0);
  return (
    <>
      <div className="virtual-box">
        <div ref={frame} className="virtual" style={{ "--virtual-height": `${height}px` }}>
          <table
            className="table"
            // Rows take focus and selection here, which is what a grid adds to a table.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
            role="grid"
            aria-label={label}
            aria-rowcount={rows.length + 1}
            aria-multiselectable={onSelect ? true : undefined}
            data-density={density}
          >
            <colgroup>
              {columns.map(({ id, width }) => (
                <col key={id} style={{ width }} />
              ))}
            </colgroup>
            <thead>
              <tr aria-rowindex={1}>
                {columns.map(({ id, head, label: name, sub, num, fixed, sort }) => (
                  <HeadCell key={id} label={name} sub={sub} num={num} fixed={fixed} sort={sort}>
                    {head}
                  </HeadCell>
                ))}
              </tr>
            </thead>
            <tbody>
              <Spacer height={before} columns={columns.length} />
              {inView.map(({ index, key }) => {
                const item = rows[index];
                const kind = rowKind?.(item) ?? "plain";
                return (
                  <tr
                    key={key}
                    ref={leaveTabOrder}
                    aria-rowindex={index + 2}
                    aria-selected={onSelect ? (isSelected?.(item) ?? false) : undefined}
                    data-kind={kind === "plain" ? undefined : kind}
                    data-active={index === active || undefined}
                    tabIndex={index === active ? 0 : -1}
                    style={{ height: rowHeight }}
                    onFocus={() => setActive(index)}
                    onKeyDown={onKeyDown}
                  >
                    {columns.map(({ id, num, fixed, cell }) => (
                      <td key={id} data-num={num || undefined} data-fixed={fixed || undefined}>
                        {cell(item)}
                      </td>
                    ))}
                  </tr>
                );
              })}
              <Spacer height={after} columns={columns.length} />
            </tbody>
          </table>
        </div>
        <ScrollEdges frame={frame} stays={stays} />
      </div>
      {foot ? <p className="table-foot">{foot}</p> : null}
    </>
  );
}

/** Stands for the rows above or below those in view. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? (
    <tr aria-hidden="true" className="virtual-space">
      <td colSpan={columns} style={{ height }} aria-label="Rows out of view" />
    </tr>
  ) : null;
}

/** Links and boxes inside a row are for the pointer; by key the row itself opens and selects. */
function leaveTabOrder(row: HTMLTableRowElement | null) {
  for (const control of row?.querySelectorAll<HTMLElement>("a, button, input") ?? []) control.tabIndex = -1;
}
