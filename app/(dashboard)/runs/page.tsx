import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { RunsPage } from "#components/run-table/runs-page.tsx";
import { loadRunSearch, runTableInput } from "#components/addresses/runs.ts";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Runs" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await prefetch(api().runs.table.queryOptions(runTableInput(await loadRunSearch(searchParams), 0)));
  return (
    <Hydrate>
      <RunsPage />
    </Hydrate>
  );
}
