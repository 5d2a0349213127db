import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { evaluationListInput, loadEvaluationListSearch } from "#components/search-params/evaluations.ts";
import { EvaluationsPage } from "#components/evaluations/evaluations-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Evaluations" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const search = await loadEvaluationListSearch(searchParams);
  await prefetch(api().evaluations.list.queryOptions(evaluationListInput(search)));
  return (
    <Hydrate>
      <EvaluationsPage />
    </Hydrate>
  );
}
