import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadProject } from "#components/search-params/project.ts";
import { ReportsPage } from "#components/reports/reports-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Reports" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { project } = await loadProject(searchParams);
  await prefetch(api().reports.list.queryOptions({ project }));
  return (
    <Hydrate>
      <ReportsPage />
    </Hydrate>
  );
}
