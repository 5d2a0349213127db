import type { ReactNode } from "react";
import { RunState, type RunStateName } from "#components/ui/marks/run-state.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";

export interface Crumb {
  label: string;
  href?: string;
}

/** The way to this page; the last part is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" style={{ minWidth: 0 }}>
      <ol className="crumbs">
        {crumbs.map(({ label, href }, index) => (
          <li key={label} aria-current={index === crumbs.length - 1 ? "page" : undefined}>
            {href && index < crumbs.length - 1 ? (
              <PageLink href={href}>{label}</PageLink>
            ) : (
              <span>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface PageHeadProps {
  title: ReactNode;
  /** Glyph before the title; the summary below says the state in words. */
  state?: RunStateName;
  /** One summary of state, or a list of plain facts. */
  summary?: ReactNode;
  /** Buttons, one of them primary at most. */
  actions?: ReactNode;
  /** The title is a summary that speaks for the page, as on Overview; it names nothing that the actions are done with. */
  say?: boolean;
  /** The summary stands beside the title where it has the room. */
  inline?: boolean;
}

/** What this page is about, in what state, and what can be done with it. */
export function PageHead({ title, state, summary, actions, say, inline }: PageHeadProps) {
  return (
    <div className="page-head" data-inline={inline || undefined}>
      <div className="page-title">
        <h1 className={say ? "say" : undefined}>
          {state ? <RunState state={state} glyphOnly size="title" /> : null}
          {title}
        </h1>
        {summary ? <div className="page-summary">{summary}</div> : null}
      </div>
      {actions ? (
        <div className="btn-row" data-page-actions data-about={say ? "" : undefined}>
          {actions}
        </div>
      ) : null}
    </div>
  );
}
