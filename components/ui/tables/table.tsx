import type { HTMLAttributes, ReactNode } from "react";
import { ScrollFrame } from "./scroll-frame.tsx";
import { Chevron } from "../marks/chevron.tsx";
import { Disclosure } from "../overlays/disclosure.tsx";
import { PageLink } from "../controls/page-link.tsx";

interface GridProps {
  /** "lead" is 1.62 to 1; 4 is as many of at least 200 px as fit. */
  columns: 1 | 2 | 3 | 4 | "lead";
  children: React.ReactNode;
}

/** Figures or sections side by side; fewer columns where the page is narrow. */
export function Grid({ columns, children }: GridProps) {
  return (
    <div className="grid" data-columns={columns}>
      {children}
    </div>
  );
}

export interface HeadSort {
  /** How the table is sorted by this column now. */
  direction: "ascending" | "descending" | "none";
  /** The view with this column sorted the next way. */
  href: string;
}

/** "low" is left out below 1320 px, "wide" on a phone, whose table has such a column in another place: "phone". */
type ColumnPriority = "low" | "wide" | "phone";

interface HeadCellProps {
  /** The name; an empty head needs a `label`. */
  children?: ReactNode;
  label?: string;
  /** Second line: unit, reducer, n. */
  sub?: ReactNode;
  num?: boolean;
  fixed?: boolean;
  priority?: ColumnPriority;
  /** Narrow, for checkboxes and glyphs. */
  tight?: boolean;
  sort?: HeadSort;
  columns?: number;
}

/** A column head of two lines: the name, and under it what its cells then need not repeat. */
export function HeadCell({
  children,
  label,
  sub,
  num,
  fixed,
  priority,
  tight,
  sort,
  columns,
}: HeadCellProps) {
  const name = label && !children ? <span className="hidden-text">{label}</span> : children;
  return (
    <th
      scope="col"
      colSpan={columns}
      data-num={num || undefined}
      data-fixed={fixed || undefined}
      data-priority={priority}
      data-tight={tight || undefined}
      data-sticky
      aria-sort={sort?.direction}
    >
      {sort ? (
        <PageLink className="table-sort" href={sort.href} scroll={false}>
          {name}
          {sort.direction === "none" ? null : (
            <Chevron direction={sort.direction === "ascending" ? "up" : "down"} />
          )}
        </PageLink>
      ) : (
        name
      )}
      {sub ? <small>{sub}</small> : null}
    </th>
  );
}

/**
 * What a row is: the baseline (sunken, pinned first), a group of seeds (bold, with mean and interval), one seed of it, a row
 * that is shown but not ranked (stays last, grey), or a sum.
 */
export type RowKind = "plain" | "base" | "group" | "seed" | "unranked" | "sum";

interface RowProps {
  kind?: RowKind;
  selected?: boolean;
  /** Where a row that is dragged would come to stand. */
  drop?: "before" | "after";
  /** It is the one that is dragged. */
  lifted?: boolean;
  /** What pointing at the row, or a focus inside of it, does elsewhere. */
  points?: Pick<HTMLAttributes<HTMLElement>, "onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur">;
  children: ReactNode;
}

/** A table row. */
export function Row({ kind = "plain", selected, drop, lifted, points, children }: RowProps) {
  return (
    <tr
      {...points}
      data-kind={kind === "plain" ? undefined : kind}
      data-drop={drop}
      data-lifted={lifted || undefined}
      aria-selected={selected}
    >
      {children}
    </tr>
  );
}

interface CellProps {
  children?: ReactNode;
  num?: boolean;
  /** The sticky first column; it is the row's head. */
  fixed?: boolean;
  priority?: ColumnPriority;
  tight?: boolean;
  /** Several lines. */
  wrap?: boolean;
  /** Secondary text. */
  quiet?: boolean;
  columns?: number;
}

/** A body cell: text left, numbers right. */
export function Cell({ children, num, fixed, priority, tight, wrap, quiet, columns }: CellProps) {
  const shared = {
    colSpan: columns,
    className: quiet ? "second" : undefined,
    "data-num": num || undefined,
    "data-fixed": fixed || undefined,
    "data-priority": priority,
    "data-tight": tight || undefined,
    "data-wrap": wrap || undefined,
  };
  return fixed ? (
    <th scope="row" {...shared}>
      {children}
    </th>
  ) : (
    <td {...shared}>{children}</td>
  );
}

interface TableProps {
  /** What it lists: its caption for screen readers. */
  label: string;
  /** 25 px rows instead of 29. */
  density?: "dense";
  /** On a phone intervals stand below their numbers, and a flag without its rules: the answer has the room. */
  stacks?: boolean;
  /** Long names in the first column wrap early, since the last column is what the table is read for. */
  shortNames?: boolean;
  /** "Showing 9 groups, 22 of 57 runs. 35 hidden by the filter." */
  foot?: ReactNode;
  /** What its columns mean and how they come about, under "Methods". */
  how?: string;
  /** thead and tbody. */
  children: ReactNode;
}

/** A booktabs table in a frame that scrolls sideways under its first column. */
export function Table({ label, density, stacks, shortNames, foot, how, children }: TableProps) {
  return (
    <>
      {/* A section is often called as its only table is, and two regions of one name cannot be told apart. */}
      <ScrollFrame className="table-frame" label={`${label}, table`}>
        <table
          className="table"
          data-density={density}
          data-stacks={stacks}
          data-short-names={shortNames}
          aria-label={label}
        >
          {children}
        </table>
      </ScrollFrame>
      {foot ? <p className="table-foot">{foot}</p> : null}
      {how === undefined ? null : (
        <Disclosure summary="Methods">
          <p className="small">{how}</p>
        </Disclosure>
      )}
    </>
  );
}
