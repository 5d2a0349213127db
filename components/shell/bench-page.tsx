"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { PageFrame } from "#components/layout/page-frame.tsx";
import type { Crumb } from "#components/layout/breadcrumb.tsx";
import { SourceGlyph } from "#components/ui/source-glyph.tsx";
import { Time } from "#components/ui/time.tsx";
import { useLiveState } from "#components/trpc/live.tsx";
import { useShellCounts } from "./use-shell-counts.ts";
import { viewHash } from "./view-hash.ts";

interface BenchPageProps {
  crumbs: Crumb[];
  /** When the data shown was read, UTC ms; 0 while nothing is. */
  dataAt: number;
  children: ReactNode;
}

/** How fresh the page is: live, or since when it heard nothing. */
function AsOf({ dataAt }: { dataAt: number }) {
  const state = useLiveState();
  if (state.kind === "lost") {
    return (
      <>
        <SourceGlyph source="live" stale alone decorative /> no word from the server since{" "}
        <Time at={state.since} now={state.since} form="clock" />
      </>
    );
  }
  if (state.kind !== "live" || dataAt === 0) return null;
  return (
    <>
      <SourceGlyph source="live" alone decorative /> live, <Time at={dataAt} now={dataAt} form="clock" /> UTC
    </>
  );
}

/** A page of the bench: way to it, freshness, content and colophon. */
export function BenchPage({ crumbs, dataAt, children }: BenchPageProps) {
  const counts = useShellCounts();
  const path = usePathname();
  const search = useSearchParams().toString();
  return (
    <PageFrame
      crumbs={counts ? [{ label: counts.project, href: "/" }, ...crumbs] : crumbs}
      asOf={<AsOf dataAt={dataAt} />}
      dataAt={dataAt}
      view={viewHash(search ? `${path}?${search}` : path)}
    >
      {children}
    </PageFrame>
  );
}
