"use client";

import type { ProjectName } from "#server/contracts/housekeeping/projects.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useMemo } from "react";
import { AlertBell } from "#components/bell/alert-bell.tsx";
import { switchedHref } from "#components/search-params/project.ts";
import { PicturePlace } from "#components/charts/picture-place.ts";
import { PageFrame } from "#components/layout/page-frame.tsx";
import { type Crumb, PageHead } from "#components/layout/page-head.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { inProject } from "#components/ui/project-address.ts";
import { SourceGlyph } from "#components/ui/marks/source-glyph.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { useLiveState } from "#components/trpc/live.tsx";
import { useNoProject, useShellCounts } from "./bench-shell.tsx";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import type { StorageState } from "#server/contracts/shell.ts";

/** Nothing is written of a disk that fills or a page that breaks, so no tick tells of it: it is asked for. */
const ASK_MS = 15_000;

/** What is wrong with the data directory, for every page. */
function useStorage(): StorageState | undefined {
  return useQuery(useApi().bench.storage.queryOptions(undefined, { refetchInterval: ASK_MS })).data;
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** Six hex digits for the address of a view (FNV-1a, 32 bit), so that a screenshot can be traced to what it showed. */
function viewHash(address: string): string {
  let hash = OFFSET;
  for (let i = 0; i < address.length; i++) hash = Math.imul(hash ^ address.charCodeAt(i), PRIME) >>> 0;
  return hash.toString(16).padStart(8, "0").slice(0, 6);
}

interface BenchPageProps {
  crumbs: Crumb[];
  /** When the data shown was read, UTC ms; 0 while nothing is. */
  dataAt: number;
  /** The project of the thing that the page is of; without one the page is of what is shown. */
  project?: ProjectName;
  children: ReactNode;
}

const whose = (project: ProjectName | null): Crumb =>
  project === null
    ? { label: "All projects", href: "/" }
    : { label: visibleName(project.name), href: `/?project=${project.slug}` };

/** How fresh the page is: live, or since when it heard nothing. */
function AsOf({ dataAt }: { dataAt: number }) {
  const state = useLiveState();
  if (state.kind === "lost") {
    return (
      <>
        <SourceGlyph source="live" stale alone decorative /> server unreachable since{" "}
        <Time at={state.since} now={state.since} form="clock" />
      </>
    );
  }
  if (state.kind !== "live" || dataAt === 0) return null;
  return (
    <>
      <SourceGlyph source="live" alone decorative /> live, <Time at={dataAt} now={dataAt} form="clock" />
    </>
  );
}

/** What is wrong with the data directory: charts and tables would not say so by themselves. */
function StorageCautions() {
  return useStorage()?.cautions.map((message) => (
    <output key={message} className="notice">
      {message}
    </output>
  ));
}

/** A page of the bench: way to it, freshness, content and colophon. */
export function BenchPage({ crumbs, dataAt, project, children }: BenchPageProps) {
  const counts = useShellCounts();
  const noProject = useNoProject();
  const path = usePathname();
  const search = useSearchParams().toString();
  const names = crumbs.map(({ label }) => label).join("\n");
  // The way to a thing leads through its own project, whichever the lists show now.
  const isOneOfMany = project !== undefined && (counts?.projects.length ?? 0) > 1;
  const way = isOneOfMany
    ? crumbs.map(({ label, href }) => ({ label, href: href && inProject(href, project.slug) }))
    : crumbs;
  // "Runs" before the name of a run says nothing on its picture.
  const place = useMemo(() => names.split("\n").slice(names.includes("\n") ? 1 : 0), [names]);
  return (
    <PicturePlace value={place}>
      <PageFrame
        crumbs={counts ? [whose(project ?? counts.project), ...way] : crumbs}
        asOf={<AsOf dataAt={dataAt} />}
        bell={<AlertBell unread={counts?.alerts ?? 0} />}
        dataAt={dataAt}
        view={viewHash(search ? `${path}?${search}` : path)}
      >
        <StorageCautions />
        {noProject === null ? (
          children
        ) : (
          <PageHead
            title="There is no such project"
            summary={noProject}
            actions={<LinkButton href={switchedHref(path, null)}>Show all projects</LinkButton>}
          />
        )}
      </PageFrame>
    </PicturePlace>
  );
}
