import type { ReactNode } from "react";

interface CellProps {
  children?: ReactNode;
  num?: boolean;
  /** The sticky first column; it is the row's head. */
  fixed?: boolean;
  /** Leaves below 1320 px, the least ones below 1560 px. */
  priority?: "low" | "least";
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
