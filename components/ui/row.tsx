import type { ReactNode } from "react";

/**
 * What a row is: the baseline (sunken, pinned first), a group of seeds (bold, with mean and interval), one seed of it, a row
 * that is shown but not ranked (stays last, grey), or a sum.
 */
export type RowKind = "plain" | "base" | "group" | "seed" | "unranked" | "sum";

interface RowProps {
  kind?: RowKind;
  selected?: boolean;
  children: ReactNode;
}

/** A table row. */
export function Row({ kind = "plain", selected, children }: RowProps) {
  return (
    <tr data-kind={kind === "plain" ? undefined : kind} aria-selected={selected}>
      {children}
    </tr>
  );
}
