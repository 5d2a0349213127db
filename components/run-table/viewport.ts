"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useState, useSyncExternalStore, type RefObject } from "react";
import { PAGE_LINES } from "../search-params/runs.ts";
import { textWidth } from "#server/plot/text.ts";
import type { TableLines } from "./lines.ts";
import { columnWords, type Room } from "./column-words.ts";
import type { InSight } from "./query.ts";

/** Before anything is measured, and on the server. */
export const FIRST_HEIGHT = 640;
const FIRST_WIDTH = 1180;

const ROW_PX = { dense: 25, plain: 29, finger: 44 };
/** Pages and columns passed by on the way to others are not fetched. */
const SETTLE_MS = 70;
const OVERSCAN_ROWS = 12;
const OVERSCAN_COLUMNS = 2;

/** A media query to follow; on the server none holds. */
function media(query: string) {
  return {
    follow: (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    holds: () => matchMedia(query).matches,
  };
}

const FINGER = media("(pointer: coarse)");
const PHONE = media("(max-width: 719px)");
const WIDE = media("(min-width: 1400px)");
const no = () => false;

/** Height of a row: a finger needs more room. */
export function useRowHeight(dense: boolean): number {
  const byFinger = useSyncExternalStore(FINGER.follow, FINGER.holds, no);
  return dense ? ROW_PX.dense : byFinger ? ROW_PX.finger : ROW_PX.plain;
}

/** "12 of 15 unreachable" */
const GROUP_STATE_PX = 160;

/** How wide the name is by the width of the window. */
export const NAME_PX = { phone: 134, usual: 178, wide: 250 };
const LEAST_NAME_PX = 144;

/** Reward functions are sentences, and some differ only at their ends. */
const SENTENCE_PX = 320;

/** Which of its columns a table stretches or puts first in this window. */
export function useRoom(): Room {
  const isPhone = useSyncExternalStore(PHONE.follow, PHONE.holds, no);
  const isWide = useSyncExternalStore(WIDE.follow, WIDE.holds, no);
  return isPhone ? "phone" : isWide ? "wide" : "usual";
}

/** On a phone a flag stands without the ids of its rules, and after the state is room for a score. */
const ON_PHONE = { state: 92, checks: 26 };
/** There a group's state has the room of "2 of 3 failed", and its flag that of a count. */
const GROUP_ON_PHONE = { state: 112, checks: 44 };

/** Box, dot, gaps and padding beside a name; under the head of a group it is inset. */
const BESIDE_NAME_PX = 66;
const INSET_PX = 14;
const TAG_PX = 62;
/** "12 runs" behind the title of a group, and "3 resumed". */
const RUNS_PX = 56;
const RESUMED_PX = 66;
const NAME_SIZE = 12.5;

/** What the longest name takes of the lines that come first: so that what is further down moves nothing. */
function widestName(lines: TableLines): number {
  let widest = 0;
  for (let i = 0; i < Math.min(lines.length, PAGE_LINES); i++) {
    const entry = lines.entryAt(i);
    if (!entry || entry.kind === "part") continue;
    const [name, more] =
      entry.kind === "run"
        ? [entry.run.name, (entry.inGroup ? INSET_PX : 0) + (entry.run.kept.pinned ? TAG_PX : 0)]
        : [entry.title, RUNS_PX + (entry.resumed > 0 ? RESUMED_PX : 0)];
    widest = Math.max(widest, textWidth(name, NAME_SIZE) + more);
  }
  return Math.ceil(widest) + BESIDE_NAME_PX;
}

/** Widths of the columns that stay. The name leaves room for the others; a group's state says how many. */
export function useFixedWidths(group: string | null, lines: TableLines): number[] {
  const room = useRoom();
  const isPhone = room === "phone";
  const byWindow = isPhone
    ? NAME_PX.phone
    : Math.min(NAME_PX[room], Math.max(LEAST_NAME_PX, widestName(lines)));
  const name = !isPhone && group === "reward" ? SENTENCE_PX : byWindow;
  const { state, checks } = group === null ? ON_PHONE : GROUP_ON_PHONE;
  if (isPhone) return [name, state, checks];
  return [name, group !== null ? GROUP_STATE_PX : columnWords("state").width, columnWords("checks").width];
}

/** The width that the frame shows without scrolling, in px; 0 until it is measured. */
export function useFrameWidth(frame: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!frame.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

interface ViewportOptions {
  frame: RefObject<HTMLDivElement | null>;
  rows: number;
  rowHeight: number;
  widths: readonly number[];
  ids: readonly string[];
  /** Width of the columns that stay, px. */
  fixedWidth: number;
  onSight: (sight: InSight) => void;
}

/** Which rows and columns are drawn, and after a moment's rest, which pages and columns are in sight. */
export function useViewport({ frame, rows, rowHeight, widths, ids, fixedWidth, onSight }: ViewportOptions) {
  // Its methods read live state, so nothing here may memoise what they return; nothing does.
  // oxlint-disable-next-line react/incompatible-library
  const vertical = useVirtualizer({
    count: rows,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    initialRect: { width: FIRST_WIDTH, height: FIRST_HEIGHT },
    overscan: OVERSCAN_ROWS,
  });
  const horizontal = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => widths[index],
    getItemKey: (index) => ids[index],
    paddingStart: fixedWidth,
    scrollPaddingStart: fixedWidth,
    initialRect: { width: FIRST_WIDTH, height: FIRST_HEIGHT },
    overscan: OVERSCAN_COLUMNS,
  });
  const sizes = `${rowHeight} ${widths.join(" ")}`;
  useEffect(() => {
    vertical.measure();
    horizontal.measure();
  }, [vertical, horizontal, sizes]);

  const shownRows = vertical.getVirtualItems();
  const shownColumns = horizontal.getVirtualItems();
  const first = Math.floor((shownRows[0]?.index ?? 0) / PAGE_LINES);
  const last = Math.floor((shownRows.at(-1)?.index ?? 0) / PAGE_LINES);
  const columns = shownColumns.map(({ index }) => ids[index]).join("\n");
  useEffect(() => {
    const timer = setTimeout(() => {
      const pages = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      onSight({ pages, columns: columns.split("\n") });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [first, last, columns, onSight]);
  return { vertical, shownRows, shownColumns, scrolledX: horizontal.scrollOffset ?? 0 };
}
