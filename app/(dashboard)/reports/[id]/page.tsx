import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { ReportPage } from "#components/reports/report-page.tsx";
import { loadReportSearch, pageInputOf } from "#components/addresses/reports.ts";
import { api, Hydrate, prefetch } from "../../../rsc.tsx";

export const metadata: Metadata = { title: "Report" };

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Page({ params, searchParams }: PageProps) {
  const { id } = await params;
  const { view } = await loadReportSearch(searchParams);
  await prefetch(api().reports.page.queryOptions(pageInputOf(id, view)));
  return (
    <Hydrate>
      <ReportPage id={id} />
    </Hydrate>
  );
}
