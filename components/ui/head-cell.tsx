import type { ReactNode } from "react";
import { Chevron } from "./chevron.tsx";
import { PageLink } from "./page-link.tsx";

export interface HeadSort {
  /** How the table is sorted by this column now. */
  direction: "ascending" | "descending" | "none";
  /** The view with this column sorted the next way. */
  href: string;
}

interface HeadCellProps {
  /** The name; an empty head needs a `label`. */
  children?: ReactNode;
  label?: string;
  /** Second line: unit, reducer, n. */
  sub?: ReactNode;
  num?: boolean;
  fixed?: boolean;
  /** Leaves below 1320 px, the least ones below 1560 px. */
  priority?: "low" | "least";
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
