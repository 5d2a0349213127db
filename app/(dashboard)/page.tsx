import type { Metadata } from "next";
import { ForeignAddress } from "#components/outside/foreign-address.tsx";
import { overviewInputs } from "#components/overview/overview-inputs.ts";
import { OverviewPage } from "#components/overview/overview-page.tsx";
import { api, Hydrate, prefetch } from "../rsc.tsx";

export const metadata: Metadata = { title: "Overview" };

export default async function Page() {
  const { runs, workers } = api();
  await prefetch(
    runs.list.queryOptions(overviewInputs.live),
    runs.list.queryOptions(overviewInputs.waiting),
    runs.list.queryOptions(overviewInputs.ended),
    runs.objecting.queryOptions(),
    workers.list.queryOptions(),
  );
  return (
    <Hydrate>
      <ForeignAddress />
      <OverviewPage />
    </Hydrate>
  );
}
