import type { Metadata } from "next";
import { ReportsPage } from "#components/reports/reports-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Reports" };

export default async function Page() {
  await prefetch(api().reports.list.queryOptions());
  return (
    <Hydrate>
      <ReportsPage />
    </Hydrate>
  );
}
