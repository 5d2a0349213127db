import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadProject } from "#components/search-params/project.ts";
import { ForeignAddress } from "#components/external/foreign-address.tsx";
import { overviewInputs } from "#components/overview/overview-inputs.ts";
import { OverviewPage } from "#components/overview/overview-page.tsx";
import { api, Hydrate, prefetch } from "../rsc.tsx";

export const metadata: Metadata = { title: "Overview" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const inputs = overviewInputs((await loadProject(searchParams)).project);
  const { runs, workers } = api();
  await prefetch(
    runs.list.queryOptions(inputs.live),
    runs.list.queryOptions(inputs.waiting),
    runs.list.queryOptions(inputs.ended),
    runs.objecting.queryOptions(inputs.objecting),
    workers.list.queryOptions(),
  );
  return (
    <Hydrate>
      <ForeignAddress />
      <OverviewPage />
    </Hydrate>
  );
}
