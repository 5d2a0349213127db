import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadProject } from "#components/search-params/project.ts";
import { FailuresPage } from "#components/failures/failures-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Failures" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { project } = await loadProject(searchParams);
  await prefetch(api().failures.list.queryOptions({ project }));
  return (
    <Hydrate>
      <FailuresPage />
    </Hydrate>
  );
}
