import { useId, type ReactNode } from "react";

interface SectionProps {
  title: ReactNode;
  /** One muted sentence beside the title. */
  note?: ReactNode;
  /** Links and switches at the right. */
  end?: ReactNode;
  /** A hairline instead of the heavy rule. */
  rule?: "thin";
  /** Anchor for links to this section. */
  id?: string;
  children?: ReactNode;
}

/** A heavy rule, a title, what belongs to it. */
export function Section({ title, note, end, rule, id, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className="section" data-rule={rule} id={id} aria-labelledby={titleId}>
      <header className="section-head">
        <h2 id={titleId}>{title}</h2>
        {note ? <span className="section-note">{note}</span> : null}
        {end ? (
          <div className="section-end" data-page-actions>
            {end}
          </div>
        ) : null}
      </header>
      {children}
    </section>
  );
}
