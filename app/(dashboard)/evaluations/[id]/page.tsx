import type { Metadata } from "next";
import { EvaluationPage } from "#components/evaluations/evaluation-page.tsx";
import { api, Hydrate, prefetch, readThing } from "../../../rsc.tsx";

export const metadata: Metadata = { title: "Evaluation" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await Promise.all([
    readThing(api().evaluations.get.queryOptions({ id })),
    prefetch(api().evaluations.table.queryOptions({ id })),
  ]);
  return (
    <Hydrate>
      <EvaluationPage id={id} />
    </Hydrate>
  );
}
