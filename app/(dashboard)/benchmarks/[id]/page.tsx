import type { Metadata } from "next";
import { createLoader } from "nuqs/server";
import { benchmarkSearch } from "#components/search-params/benchmark.ts";
import { BenchmarkPage } from "#components/benchmarks/benchmark-page.tsx";
import { visibleName } from "#server/contracts/visible-name.ts";
import { api, Hydrate, read, readThing } from "../../../rsc.tsx";

const load = createLoader(benchmarkSearch);

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The tab says which one it is. */
export async function generateMetadata({ params, searchParams }: PageProps): Promise<Metadata> {
  const { id } = await params;
  const found = await read(api().benchmarks.get.queryOptions({ id, ...(await load(searchParams)) }));
  return { title: visibleName(found?.benchmark.name ?? "Benchmark") };
}

export default async function Page({ params, searchParams }: PageProps) {
  const { id } = await params;
  await readThing(api().benchmarks.get.queryOptions({ id, ...(await load(searchParams)) }));
  return (
    <Hydrate>
      <BenchmarkPage id={id} />
    </Hydrate>
  );
}
