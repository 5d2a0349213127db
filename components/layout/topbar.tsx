import type { ReactNode } from "react";
import { Breadcrumb, type Crumb } from "./breadcrumb.tsx";
import { CopyLink } from "./copy-link.tsx";
import { MenuButton } from "./menu-button.tsx";
import { SearchButton } from "./search-button.tsx";

export interface TopbarProps {
  crumbs: Crumb[];
  /** As-of: "live, last point 2 s ago" with its glyph. */
  asOf?: ReactNode;
}

/** Where this page is, how fresh it is, search, and the link that shows the same view to somebody else. */
export function Topbar({ crumbs, asOf }: TopbarProps) {
  return (
    <header className="topbar">
      <MenuButton />
      <Breadcrumb crumbs={crumbs} />
      <div className="topbar-end">
        {asOf ? <span className="as-of">{asOf}</span> : null}
        <SearchButton />
        <CopyLink />
      </div>
    </header>
  );
}
