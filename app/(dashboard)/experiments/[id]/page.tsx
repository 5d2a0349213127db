import type { Metadata } from "next";
import { ExperimentPage } from "#components/experiments/experiment-page.tsx";
import { api, Hydrate, prefetch } from "../../../rsc.tsx";

export const metadata: Metadata = { title: "Experiment" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await prefetch(
    api().experiments.get.queryOptions({ id }),
    api().experiments.table.queryOptions({ id }),
    api().experiments.matrix.queryOptions({ id }),
  );
  return (
    <Hydrate>
      <ExperimentPage id={id} />
    </Hydrate>
  );
}
