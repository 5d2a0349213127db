import type { Metadata } from "next";
import { ChecksPage } from "#components/checks/checks-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Checks" };

export default async function Page() {
  await prefetch(api().bench.rules.queryOptions());
  return (
    <Hydrate>
      <ChecksPage />
    </Hydrate>
  );
}
