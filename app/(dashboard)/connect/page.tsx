import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadProject } from "#components/search-params/project.ts";
import { ConnectPage } from "#components/connect/connect-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Connect" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { project } = await loadProject(searchParams);
  await prefetch(api().tokens.list.queryOptions({ project }));
  return (
    <Hydrate>
      <ConnectPage />
    </Hydrate>
  );
}
