import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { ComparePage } from "#components/compare/compare-page.tsx";
import {
  compareInput,
  compareRunsInput,
  loadCompareSearch,
  mayBeOfRuns,
  pickInput,
} from "#components/search-params/compare.ts";
import { loadProject } from "#components/search-params/project.ts";
import { api, Hydrate, prefetch, read } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Compare" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const view = await loadCompareSearch(searchParams);
  if (view.e.length >= 2) {
    const runs = mayBeOfRuns(view)
      ? await read(api().compare.runs.queryOptions(compareRunsInput(view)))
      : undefined;
    if (runs?.measured !== false && view.show === null)
      await prefetch(api().compare.overview.queryOptions(compareInput(view)));
  } else {
    const { project } = await loadProject(searchParams);
    await prefetch(api().evaluations.list.queryOptions(pickInput("", false, project)));
  }
  return (
    <Hydrate>
      <ComparePage />
    </Hydrate>
  );
}
