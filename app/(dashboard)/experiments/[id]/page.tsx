import type { Metadata } from "next";
import { ExperimentPage } from "#components/experiments/experiment-page.tsx";
import { visibleName } from "#server/contracts/visible-name.ts";
import { api, Hydrate, prefetch, read, readThing } from "../../../rsc.tsx";

interface Props {
  params: Promise<{ id: string }>;
}

/** The tab says which one it is. */
export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const { id } = await params;
  const found = await read(api().experiments.get.queryOptions({ id }));
  return { title: visibleName(found?.title ?? "Experiment") };
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  await Promise.all([
    readThing(api().experiments.get.queryOptions({ id })),
    prefetch(api().experiments.table.queryOptions({ id }), api().experiments.matrix.queryOptions({ id })),
  ]);
  return (
    <Hydrate>
      <ExperimentPage id={id} />
    </Hydrate>
  );
}
