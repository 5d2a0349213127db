import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadProject } from "#components/search-params/project.ts";
import { PrmPage } from "#packs/repair/pages/prm/prm-page.tsx";
import { loadPrmSearch, stepsInput } from "#components/search-params/prm.ts";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "PRM" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { project } = await loadProject(searchParams);
  const view = await loadPrmSearch(searchParams);
  await prefetch(
    api().prm.overview.queryOptions({ project }),
    ...(view.set.length > 0
      ? [
          api().prm.distribution.queryOptions({ sets: view.set }),
          api().prm.steps.queryOptions(stepsInput(view.set, view)),
        ]
      : []),
  );
  return (
    <Hydrate>
      <PrmPage />
    </Hydrate>
  );
}
