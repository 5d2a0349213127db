import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadProject } from "#components/search-params/project.ts";
import { ImportPage } from "#components/imports/import-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Import" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { project } = await loadProject(searchParams);
  await prefetch(api().imports.list.queryOptions({ project }));
  return (
    <Hydrate>
      <ImportPage />
    </Hydrate>
  );
}
