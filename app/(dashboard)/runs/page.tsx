import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { redirect } from "next/navigation";
import { RunsPage } from "#components/run-table/runs-page.tsx";
import { shownColumns } from "#components/search-params/run-table-defaults.ts";
import { defaultView, loadRunSearch, runTableInput, savedViewHref } from "#components/search-params/runs.ts";
import type { TableView } from "#server/contracts/housekeeping/table-views.ts";
import type { UsualMetrics } from "#server/contracts/external/external.ts";
import { api, Hydrate, prefetch, read } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Runs" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { runs, external, tableViews } = api();
  const search = await loadRunSearch(searchParams);
  const { project } = search;
  if (Object.keys(await searchParams).every((key) => key === "project")) {
    const saved = await read<TableView[]>(tableViews.list.queryOptions({ project }));
    const first = defaultView(saved ?? [], project);
    if (first) redirect(savedViewHref(first, project));
  }
  const usual = await read<UsualMetrics>(
    external.usual.queryOptions({ project, experimentId: search.experiment }),
  );
  const cols = shownColumns(search.cols, search.group, usual);
  await prefetch(
    runs.table.queryOptions(runTableInput({ ...search, cols }, 0)),
    tableViews.list.queryOptions({ project }),
  );
  return (
    <Hydrate>
      <RunsPage />
    </Hydrate>
  );
}
