import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { RunsPage } from "#components/run-table/runs-page.tsx";
import { shownColumns } from "#components/addresses/run-table-defaults.ts";
import { loadRunSearch, runTableInput } from "#components/addresses/runs.ts";
import type { UsualMetrics } from "#server/contracts/outside/outside.ts";
import { api, Hydrate, prefetch, read } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Runs" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { runs, outside } = api();
  const search = await loadRunSearch(searchParams);
  const usual = await read<UsualMetrics>(outside.usual.queryOptions({ experimentId: search.experiment }));
  const cols = shownColumns(search.cols, search.group, usual);
  await prefetch(runs.table.queryOptions(runTableInput({ ...search, cols }, 0)));
  return (
    <Hydrate>
      <RunsPage />
    </Hydrate>
  );
}
