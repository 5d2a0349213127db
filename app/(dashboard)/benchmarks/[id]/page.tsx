import type { Metadata } from "next";
import { createLoader } from "nuqs/server";
import { benchmarkSearch } from "#components/addresses/benchmark.ts";
import { BenchmarkPage } from "#components/benchmarks/benchmark-page.tsx";
import { api, Hydrate, prefetch } from "../../../rsc.tsx";

export const metadata: Metadata = { title: "Benchmark" };

const load = createLoader(benchmarkSearch);

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ params, searchParams }: PageProps) {
  const { id } = await params;
  await prefetch(api().benchmarks.get.queryOptions({ id, ...(await load(searchParams)) }));
  return (
    <Hydrate>
      <BenchmarkPage id={id} />
    </Hydrate>
  );
}
