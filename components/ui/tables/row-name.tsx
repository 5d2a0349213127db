import type { ReactNode } from "react";
import { Chevron } from "../marks/chevron.tsx";
import type { RunColour } from "#server/plot/colours.ts";
import { RunDot } from "../marks/run-state.tsx";
import { PageLink } from "../controls/page-link.tsx";

interface RowNameProps {
  children: ReactNode;
  href?: string;
  colour?: RunColour;
  /** A seed row: indented by its row, smaller dot. */
  seed?: boolean;
  /** Tags, state and flags after the name. */
  after?: ReactNode;
  /** Opens and closes the seeds of a group; null keeps the place free. */
  toggle?: { open: boolean; onToggle: () => void; label: string } | null;
}

/** The first cell of a row: toggle, dot, name, tag and flags. */
export function RowName({ children, href, colour, seed, after, toggle }: RowNameProps) {
  return (
    <span className="table-name">
      {toggle ? (
        <button
          type="button"
          className="table-toggle"
          aria-expanded={toggle.open}
          aria-label={toggle.label}
          onClick={toggle.onToggle}
        >
          <Chevron direction="right" />
        </button>
      ) : null}
      {toggle === null ? <span className="table-toggle" data-empty /> : null}
      {colour === undefined ? null : <RunDot colour={colour} size={seed ? "seed" : undefined} />}
      {href === undefined ? <span>{children}</span> : <PageLink href={href}>{children}</PageLink>}
      {after}
    </span>
  );
}
