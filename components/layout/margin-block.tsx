import type { ReactNode } from "react";

/** A headed part of the margin column. */
export function MarginBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="margin-block">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
