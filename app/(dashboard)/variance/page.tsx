import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadProject } from "#components/search-params/project.ts";
import { VariancePage } from "#components/variance/variance-page.tsx";
import { loadVarianceSearch, varianceInput } from "#components/search-params/variance.ts";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Reward variance" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { project } = await loadProject(searchParams);
  const view = await loadVarianceSearch(searchParams);
  await prefetch(
    api().compare.variance.queryOptions(varianceInput(view, project)),
    ...(view.runs.length > 0 ? [] : [api().experiments.list.queryOptions({ project })]),
  );
  return (
    <Hydrate>
      <VariancePage />
    </Hydrate>
  );
}
