import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { CurvesPage } from "#components/run-curves/curves-page.tsx";
import { curvesInput, loadCurvesSearch } from "#components/search-params/curves.ts";
import { api, Hydrate, prefetch } from "../../../rsc.tsx";

export const metadata: Metadata = { title: "Curves" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const view = await loadCurvesSearch(searchParams);
  await prefetch(api().views.curves.queryOptions(curvesInput(view)));
  return (
    <Hydrate>
      <CurvesPage />
    </Hydrate>
  );
}
