import type { ReactNode } from "react";
import { Breadcrumb, type Crumb } from "./page-head.tsx";
import { CopyLink } from "./copy-link.tsx";
import { MenuButton } from "./menu-button.tsx";
import { SearchButton } from "./search-button.tsx";
import { writeMoment } from "#server/wording/times.ts";
import { Kbd } from "#components/ui/controls/button.tsx";

interface ColophonProps {
  /** When the data was read, UTC milliseconds; 0 while there is none. */
  dataAt: number;
  /** Short hash of the view, so that a screenshot can be traced. */
  view: string;
  note?: ReactNode;
}

/** The foot of every page: what it showed, and when. */
function Colophon({ dataAt, view, note }: ColophonProps) {
  return (
    <footer className="colophon">
      <span>Ablab</span>
      {dataAt > 0 ? <span>data as of {writeMoment(dataAt)}</span> : null}
      <span>
        view <code>{view}</code>
      </span>
      {note ? <span>{note}</span> : null}
      <span className="colophon-end">
        Press <Kbd keys="?" /> <span className="hidden-text">question mark</span> for keys
      </span>
    </footer>
  );
}

interface TopbarProps {
  crumbs: Crumb[];
  /** As-of: "live, last point 2 s ago" with its glyph. */
  asOf?: ReactNode;
  /** What happened meanwhile. */
  bell?: ReactNode;
}

/** Where this page is, how fresh it is, search, and the link that shows the same view to somebody else. */
function Topbar({ crumbs, asOf, bell }: TopbarProps) {
  return (
    <header className="topbar">
      <MenuButton />
      <Breadcrumb crumbs={crumbs} />
      <div className="topbar-end">
        {asOf ? <span className="as-of">{asOf}</span> : null}
        {bell}
        <SearchButton />
        <CopyLink />
      </div>
    </header>
  );
}

interface PageFrameProps extends TopbarProps, ColophonProps {
  children: ReactNode;
}

/** One page beside the sidebar: top bar, content, colophon. */
export function PageFrame({ crumbs, asOf, bell, dataAt, view, note, children }: PageFrameProps) {
  return (
    <>
      <Topbar crumbs={crumbs} asOf={asOf} bell={bell} />
      <main className="page" id="main">
        {children}
        <Colophon dataAt={dataAt} view={view} note={note} />
      </main>
    </>
  );
}
