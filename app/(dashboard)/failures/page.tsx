import type { Metadata } from "next";
import { FailuresPage } from "#components/failures/failures-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Failures" };

export default async function Page() {
  await prefetch(api().failures.list.queryOptions());
  return (
    <Hydrate>
      <FailuresPage />
    </Hydrate>
  );
}
