import type { Metadata } from "next";
import { ExperimentsPage } from "#components/experiments/experiments-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Experiments" };

export default async function Page() {
  await prefetch(
    api().experiments.list.queryOptions(),
    api().experiments.answers.queryOptions({ archived: false }),
  );
  return (
    <Hydrate>
      <ExperimentsPage />
    </Hydrate>
  );
}
