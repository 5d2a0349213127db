import type { ReactNode } from "react";
import { Colophon, type ColophonProps } from "./colophon.tsx";
import { Topbar, type TopbarProps } from "./topbar.tsx";

interface PageFrameProps extends TopbarProps, ColophonProps {
  children: ReactNode;
}

/** One page beside the sidebar: top bar, content, colophon. */
export function PageFrame({ crumbs, asOf, dataAt, view, note, children }: PageFrameProps) {
  return (
    <>
      <Topbar crumbs={crumbs} asOf={asOf} />
      <main className="page" id="main">
        {children}
        <Colophon dataAt={dataAt} view={view} note={note} />
      </main>
    </>
  );
}
