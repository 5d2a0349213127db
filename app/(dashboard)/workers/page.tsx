import type { Metadata } from "next";
import { WorkersPage } from "#components/workers/workers-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Workers" };

export default async function Page() {
  await prefetch(
    api().workers.list.queryOptions(),
    api().recipes.folders.queryOptions(),
    api().queue.read.queryOptions(),
  );
  return (
    <Hydrate>
      <WorkersPage />
    </Hydrate>
  );
}
