import type { ReactNode } from "react";
import { VisuallyHidden } from "#components/ui/visually-hidden.tsx";
import type { StatusSource as Source } from "#server/contracts/external/status-source.ts";

/** An eye, a page, a word, and a word that did not come. */
const SHAPES: Record<Source, ReactNode> = {
  supervised: (
    <path
      d="M.6 6C2.6 2.7 5 2 6 2s3.4.7 5.4 4C9.4 9.3 7 10 6 10S2.6 9.3.6 6ZM7.9 6A1.9 1.9 0 1 0 4.1 6 1.9 1.9 0 1 0 7.9 6Z"
      fill="currentColor"
      fillRule="evenodd"
    />
  ),
  scheduler: (
    <path
      d="M2.3 1.2h7.4v9.6H2.3ZM4.4 4.4h3.2M4.4 7.2h3.2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.1"
    />
  ),
  client: (
    <path
      d="M1 1.8h10v6.4H5.6L3 10.8V8.2H1Z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.1"
      strokeLinejoin="round"
    />
  ),
  no_heartbeat: (
    <path
      d="M1 1.8h10v6.4H5.6L3 10.8V8.2H1Z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeDasharray="2 1.4"
    />
  ),
};

/** What each source is, in a clause. */
export const SOURCE_MEANING: Record<Source, string> = {
  supervised: "seen by Ablab's supervisor",
  scheduler: "from the scheduler",
  client: "reported by the client",
  no_heartbeat: "no heartbeat, state unknown",
};

/** Beside the state of a run whose end its client reported: the sign alone. */
export function ByClientMark() {
  return (
    <span className="status-source" data-source="client" data-tip={SOURCE_MEANING.client}>
      <svg className="glyph" viewBox="0 0 12 12" aria-hidden="true">
        {SHAPES.client}
      </svg>
      <VisuallyHidden>, reported by the client</VisuallyHidden>
    </span>
  );
}

/** Who reported a state: its sign and the word. */
export function StatusSource({
  statusSource,
  children = statusSource.replace("_", " "),
}: {
  statusSource: Source;
  children?: ReactNode;
}) {
  return (
    <span className="status-source" data-source={statusSource} data-tip={SOURCE_MEANING[statusSource]}>
      <svg className="glyph" viewBox="0 0 12 12" aria-hidden="true">
        {SHAPES[statusSource]}
      </svg>
      {children}
    </span>
  );
}
