import { useId, type ReactNode } from "react";

interface SectionProps {
  title: ReactNode;
  /** One muted sentence beside the title. */
  note?: ReactNode;
  /** Links and switches at the right. */
  end?: ReactNode;
  /** A hairline instead of the heavy rule. */
  rule?: "thin";
  /** It takes all the width of the window, and its page with it. */
  wide?: boolean;
  /** Anchor for links to this section. */
  id?: string;
  children?: ReactNode;
}

/** A heavy rule, a title, what belongs to it. */
export function Section({ title, note, end, rule, wide, id, children }: SectionProps) {
  const titleId = useId();
  return (
    <section
      className={wide ? "section takes-width" : "section"}
      data-rule={rule}
      id={id}
      aria-labelledby={titleId}
    >
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
