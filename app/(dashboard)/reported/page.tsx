import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadProject } from "#components/search-params/project.ts";
import { ReportedPage } from "#components/reported/reported-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Reported tables" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { project } = await loadProject(searchParams);
  await prefetch(api().reported.list.queryOptions({ project }));
  return (
    <Hydrate>
      <ReportedPage />
    </Hydrate>
  );
}
