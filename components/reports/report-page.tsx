"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Tabs } from "#components/ui/controls/tabs.tsx";
import { topics } from "#server/contracts/live.ts";
import type { ExportInput, ReportPage as PageData } from "#server/contracts/reports/report.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { plural, writeCount } from "#server/wording/counts.ts";
import { publishedWords, writeItemCounts } from "#server/wording/publication.ts";
import { DeleteReport } from "./delete-report.tsx";
import { MoveReport } from "./move-report.tsx";
import { PublishReport } from "./publish-report.tsx";
import { pageInputOf, reportHref, reportSearch, type ReportTab } from "../search-params/reports.ts";
import { ReportTree } from "./report-tree.tsx";
import { Revisions } from "./revisions.tsx";
import { ShareReport } from "./share-report.tsx";
import { Component, type ReactNode } from "react";
import { later } from "#components/ui/later.tsx";
import { saveFile } from "#components/charts/save-image.ts";
import { Menu, type MenuEntry } from "#components/ui/overlays/menu.tsx";

/** Whoever only reads never loads it. */
const ReportEditor = later(
  async () => (await import("./editor/report-editor.tsx")).ReportEditor,
  "the editor",
  600,
);

/** Hands the report out as a file: a page that opens offline, Markdown, or a table of its numbers. */
function ExportMenu({ id, view }: { id: string; view: "newest" | "draft" }) {
  const api = useApi();
  const client = useQueryClient();
  const fetchFile = useMutation({
    mutationFn: (what: Pick<ExportInput, "form" | "anonymous" | "neutralNames">) =>
      client.fetchQuery(api.reports.export.queryOptions({ id, view, ...what }, { staleTime: 0, gcTime: 0 })),
    onSuccess: (file) => saveFile(new Blob([file.text], { type: file.mime }), file.fileName),
  });
  const entry = (
    label: string,
    form: ExportInput["form"],
    look: { anonymous: boolean; neutralNames: boolean } = { anonymous: false, neutralNames: false },
  ): MenuEntry => ({
    label,
    onSelect: () => fetchFile.mutate({ form, ...look }),
  });
  return (
    <>
      <Menu
        trigger={fetchFile.isPending ? "Writing the file" : "Export"}
        align="end"
        entries={[
          entry("One HTML file, opens offline", "html"),
          entry("One HTML file, known names removed", "html", { anonymous: true, neutralNames: false }),
          entry("One HTML file, neutral run names too", "html", { anonymous: true, neutralNames: true }),
          entry("Markdown", "md"),
          entry("CSV of every number", "csv"),
          { label: "Print or save as PDF", onSelect: () => setTimeout(() => window.print(), 100) },
        ]}
      />
      {fetchFile.error ? (
        <span className="crit" role="alert">
          {fetchFile.error.message}
        </span>
      ) : null}
    </>
  );
}

/** Shows a way to the source in the place of a report that the browser cannot draw. */
class DrawGuard extends Component<{ editHref: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <Notice>This report cannot be drawn. Its text is whole: open it and shorten it.</Notice>
        <LinkButton href={this.props.editHref}>Edit the text</LinkButton>
      </>
    );
  }
}

const REFRESH_MS = 2000;

function message(page: PageData): string {
  const { publication } = page;
  const checking = page.checked ? "" : " Comparing with the store.";
  const head = publication
    ? `${publishedWords(publication.n, publication.publishedAt)}${checking}`
    : "Draft: every number is computed now.";
  return `${head} ${writeItemCounts(page.counts)}`;
}

function Reading({ page, now }: { page: PageData; now: number }) {
  const drifted = page.counts.drifted + page.counts.gone;
  return (
    <>
      {drifted > 0 ? (
        <Strip
          level="warning"
          claim={`${writeCount(drifted)} of its numbers and blocks no longer ${plural(drifted, "equals", "equal")} the store.`}
        >
          Each says what it was and what it is now. Publish again to freeze what is true today.
        </Strip>
      ) : null}
      <div className="report-reading">
        <article className="report">
          {page.tree.length > 0 ? (
            <DrawGuard editHref={reportHref(`/reports/${page.report.id}`, { view: "edit" })}>
              <ReportTree nodes={page.tree} />
            </DrawGuard>
          ) : (
            <Notice>This report is empty. Press Edit to write it.</Notice>
          )}
        </article>
        <div className="report-after">
          <Revisions page={page} now={now} />
        </div>
      </div>
    </>
  );
}

/** A report: its newest publication against the store, its draft live, or the draft being written. */
export function ReportPage({ id }: { id: string }) {
  const api = useApi();
  const [{ view }] = useQueryStates(reportSearch);
  const query = useQuery(
    api.reports.page.queryOptions(pageInputOf(id, view), {
      meta: liveOn([topics.reports, topics.runs, topics.experiments], REFRESH_MS),
      // The editor holds its own words: what others do meanwhile is said when it saves.
      staleTime: view === "edit" ? Infinity : undefined,
    }),
  );
  const published = query.data?.checked === false;
  const checked = useQuery(
    api.reports.page.queryOptions(pageInputOf(id, view, true), {
      meta: liveOn([topics.reports, topics.runs, topics.experiments], REFRESH_MS),
      enabled: published,
    }),
  );
  const title = visibleName(query.data?.report.title ?? "Report");
  const tab = (name: ReportTab, label: string, page: PageData) => ({
    href: reportHref(`/reports/${id}`, { view: name }),
    label,
    current: name === view || (name === "draft" && view === "published" && page.publications.length === 0),
  });
  return (
    <BenchPage
      crumbs={[{ label: "Reports", href: "/reports" }, { label: title }]}
      dataAt={query.dataUpdatedAt}
      project={query.data?.project}
    >
      <QueryState query={query} what="the report" isPage height={500}>
        {(frozen) => {
          const page = (published && checked.data) || frozen;
          return (
            <>
              <PageHead
                title={view === "published" ? visibleName(page.publication?.title ?? title) : title}
                summary={message(page)}
                actions={
                  view === "edit" ? (
                    <LinkButton href={`/reports/${id}`}>Done</LinkButton>
                  ) : (
                    <>
                      <LinkButton href={reportHref(`/reports/${id}`, { view: "edit" })}>Edit</LinkButton>
                      <ShareReport page={page} now={query.dataUpdatedAt} />
                      <ExportMenu id={id} view={page.publication ? "newest" : "draft"} />
                      <MoveReport page={page} />
                      <DeleteReport page={page} />
                      <PublishReport page={page} />
                    </>
                  )
                }
              />
              <Tabs
                label="Views of this report"
                tabs={[
                  ...(page.publications.length > 0 ? [tab("published", "Published", page)] : []),
                  {
                    ...tab("draft", "Draft", page),
                    count: page.changedSincePublished ? "changed" : undefined,
                  },
                  tab("edit", "Edit", page),
                ]}
              />
              {view === "edit" ? (
                <ReportEditor key={id} page={page} />
              ) : (
                <Reading page={page} now={query.dataUpdatedAt} />
              )}
            </>
          );
        }}
      </QueryState>
    </BenchPage>
  );
}
