import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { ReportPage } from "#components/reports/report-page.tsx";
import { loadReportSearch, pageInputOf } from "#components/search-params/reports.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { api, Hydrate, read, readThing } from "../../../rsc.tsx";

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** The tab says which one it is. */
export async function generateMetadata({ params, searchParams }: PageProps): Promise<Metadata> {
  const { id } = await params;
  const { view } = await loadReportSearch(searchParams);
  const found = await read(api().reports.page.queryOptions(pageInputOf(id, view)));
  return { title: visibleName(found?.title ?? "Report") };
}

export default async function Page({ params, searchParams }: PageProps) {
  const { id } = await params;
  const { view } = await loadReportSearch(searchParams);
  await readThing(api().reports.page.queryOptions(pageInputOf(id, view)));
  return (
    <Hydrate>
      <ReportPage id={id} />
    </Hydrate>
  );
}
