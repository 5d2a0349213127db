import type { ReactNode } from "react";

/** A headed part of the margin column. */
export function MarginBlock({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className="margin-block" id={id}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface ColumnsProps {
  children: ReactNode;
  /** What comments on the page: checks, differences, devices. Never the only copy of an action. */
  margin: ReactNode;
  /** Names the margin column. */
  label: string;
  /** 412 px, for the totals and command of the launch form. */
  width?: "wide";
}

/** Sections and the margin column; below 1000 px the margin follows the sections. */
export function Columns({ children, margin, label, width }: ColumnsProps) {
  return (
    <div className="columns" data-margin={width}>
      <div>{children}</div>
      <aside className="margin" aria-label={label}>
        {margin}
      </aside>
    </div>
  );
}
