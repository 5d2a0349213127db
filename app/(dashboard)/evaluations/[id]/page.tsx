import type { Metadata } from "next";
import { EvaluationPage } from "#components/evaluations/evaluation-page.tsx";
import { api, Hydrate, prefetch } from "../../../rsc.tsx";

export const metadata: Metadata = { title: "Evaluation" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await prefetch(api().evaluations.get.queryOptions({ id }), api().evaluations.table.queryOptions({ id }));
  return (
    <Hydrate>
      <EvaluationPage id={id} />
    </Hydrate>
  );
}
