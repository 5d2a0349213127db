import type { Metadata } from "next";
import { LaunchPage } from "#components/launch/launch-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Launch" };

export default async function Page() {
  await prefetch(api().bench.recipes.queryOptions(), api().benchmarks.list.queryOptions());
  return (
    <Hydrate>
      <LaunchPage />
    </Hydrate>
  );
}
