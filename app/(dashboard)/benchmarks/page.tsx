import type { Metadata } from "next";
import { BenchmarksPage } from "#components/benchmarks/benchmarks-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Benchmarks" };

export default async function Page() {
  await prefetch(api().benchmarks.list.queryOptions());
  return (
    <Hydrate>
      <BenchmarksPage />
    </Hydrate>
  );
}
