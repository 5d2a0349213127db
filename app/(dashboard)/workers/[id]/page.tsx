import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadWorkerSearch, workerQuestion } from "#components/search-params/worker.ts";
import { WorkerPage } from "#components/workers/worker-page.tsx";
import { api, Hydrate, readThing } from "../../../rsc.tsx";

export const metadata: Metadata = { title: "Worker" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const view = await loadWorkerSearch(searchParams);
  await readThing(api().workers.page.queryOptions(workerQuestion(id, view)));
  return (
    <Hydrate>
      <WorkerPage id={id} />
    </Hydrate>
  );
}
