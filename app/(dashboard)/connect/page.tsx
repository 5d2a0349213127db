import type { Metadata } from "next";
import { ConnectPage } from "#components/connect/connect-page.tsx";
import { api, Hydrate, prefetch } from "../../rsc.tsx";

export const metadata: Metadata = { title: "Connect" };

export default async function Page() {
  await prefetch(api().tokens.list.queryOptions());
  return (
    <Hydrate>
      <ConnectPage />
    </Hydrate>
  );
}
