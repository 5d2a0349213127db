import type { ReactNode } from "react";

/** One line where content would stand: nothing matches the filter, not measured, off in this run. */
export function Notice({ children }: { children: React.ReactNode }) {
  return <div className="notice">{children}</div>;
}

interface Way {
  /** "Watch one, 1 minute" */
  title: string;
  text: ReactNode;
  action: ReactNode;
}

/** What would be here and the ways to get the first one; the page's title and sentence say why it is not here. */
export function EmptyState({ ways }: { ways: Way[] }) {
  return (
    <div className="ways">
      {ways.map((way) => (
        <div className="way" key={way.title}>
          <h2>{way.title}</h2>
          <div>{way.text}</div>
          {way.action}
        </div>
      ))}
    </div>
  );
}
