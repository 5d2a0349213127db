import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { redirect } from "next/navigation";
import { RunsPage } from "#components/run-table/runs-page.tsx";
import { shownColumns } from "#components/addresses/run-table-defaults.ts";
import { loadRunSearch, runTableInput, savedViewHref } from "#components/addresses/runs.ts";
import type { TableView } from "#server/contracts/housekeeping/table-views.ts";
import type { UsualMetrics } from "#server/contracts/outside/outside.ts";
import { api, Hydrate, prefetch, read } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Runs" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { runs, outside, tableViews } = api();
  if (Object.keys(await searchParams).length === 0) {
    const saved = await read<TableView[]>(tableViews.list.queryOptions());
    const first = saved?.find(({ isDefault }) => isDefault);
    if (first) redirect(savedViewHref(first));
  }
  const search = await loadRunSearch(searchParams);
  const usual = await read<UsualMetrics>(outside.usual.queryOptions({ experimentId: search.experiment }));
  const cols = shownColumns(search.cols, search.group, usual);
  await prefetch(
    runs.table.queryOptions(runTableInput({ ...search, cols }, 0)),
    tableViews.list.queryOptions(),
  );
  return (
    <Hydrate>
      <RunsPage />
    </Hydrate>
  );
}
