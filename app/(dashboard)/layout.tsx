import { headers } from "next/headers";
import type { ReactNode } from "react";
import { BenchShell } from "#components/shell/bench-shell.tsx";
import { ApiProvider } from "#components/trpc/provider.tsx";
import { api, Hydrate, prefetch } from "../rsc.tsx";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  await prefetch(
    api().live.start.queryOptions(),
    api().bench.shell.queryOptions({ project: (await headers()).get("x-ablab-project") }),
  );
  return (
    <ApiProvider>
      <Hydrate>
        <BenchShell>{children}</BenchShell>
      </Hydrate>
    </ApiProvider>
  );
}
