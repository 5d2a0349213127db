import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadProject } from "#components/search-params/project.ts";
import { ExperimentsPage } from "#components/experiments/experiments-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Experiments" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { project } = await loadProject(searchParams);
  await prefetch(
    api().experiments.list.queryOptions({ project }),
    api().experiments.answers.queryOptions({ project, archived: false }),
  );
  return (
    <Hydrate>
      <ExperimentsPage />
    </Hydrate>
  );
}
