import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { RunPage } from "#components/runs/run-page.tsx";
import { loadRunPageSearch } from "#components/runs/run-search-params.ts";
import { api, Hydrate, prefetch } from "../../../rsc.tsx";

export const metadata: Metadata = { title: "Run" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  await loadRunPageSearch(searchParams);
  await prefetch(api().runs.get.queryOptions({ id }));
  return (
    <Hydrate>
      <RunPage id={id} />
    </Hydrate>
  );
}
