import type { ReactNode } from "react";

/** The header of truth: four to six values under the title. Children are `Fact`s. */
export function Facts({ children }: { children: React.ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

interface FactProps {
  label: string;
  /** The value, most often a `Value`. */
  children: ReactNode;
  /** Small words on the line of the value: "of 450", "in 11 min". */
  aside?: ReactNode;
  /** The line below: n, interval, where it was measured; or a `Meter`. */
  note?: ReactNode;
}

/** One value of the header of truth. */
export function Fact({ label, children, aside, note }: FactProps) {
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd>
        {children} {aside ? <span className="fact-aside">{aside}</span> : null}
        {note ? <span className="fact-note">{note}</span> : null}
      </dd>
    </div>
  );
}
