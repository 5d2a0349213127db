import type { Metadata } from "next";
import { SettingsPage } from "#components/settings/settings-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Settings" };

export default async function Page() {
  // Sessions are asked for by the browser alone: which of them asks is known there.
  await prefetch(
    api().tokens.list.queryOptions(),
    api().reports.links.queryOptions(),
    api().projects.list.queryOptions(),
    api().settings.backups.queryOptions(),
  );
  return (
    <Hydrate>
      <SettingsPage />
    </Hydrate>
  );
}
