import type { ReactNode } from "react";
import { ScrollFrame } from "./scroll-frame.tsx";

interface TableProps {
  /** What it lists: its caption for screen readers. */
  label: string;
  /** 25 px rows instead of 29. */
  density?: "dense";
  /** "Showing 9 groups, 22 of 57 runs. 35 hidden by the filter." */
  foot?: ReactNode;
  /** thead and tbody. */
  children: ReactNode;
}

/** A booktabs table in a frame that scrolls sideways under its first column. */
export function Table({ label, density, foot, children }: TableProps) {
  return (
    <>
      {/* A section is often called as its only table is, and two regions of one name cannot be told apart. */}
      <ScrollFrame className="table-frame" label={`${label}, table`}>
        <table className="table" data-density={density} aria-label={label}>
          {children}
        </table>
      </ScrollFrame>
      {foot ? <p className="table-foot">{foot}</p> : null}
    </>
  );
}
