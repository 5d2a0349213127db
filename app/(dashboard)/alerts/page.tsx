import type { Metadata } from "next";
import { AlertsPage } from "#components/alerts/alerts-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Alerts" };

export default async function Page() {
  await prefetch(
    api().alerts.rules.queryOptions(),
    api().alerts.mutes.queryOptions(),
    api().webhooks.list.queryOptions(),
  );
  return (
    <Hydrate>
      <AlertsPage />
    </Hydrate>
  );
}
