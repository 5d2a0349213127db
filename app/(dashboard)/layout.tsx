import type { ReactNode } from "react";
import { BenchShell } from "#components/shell/bench-shell.tsx";
import { ApiProvider } from "#components/trpc/provider.tsx";
import { api, Hydrate, prefetch } from "../rsc.tsx";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  await prefetch(api().live.start.queryOptions(), api().bench.shell.queryOptions());
  return (
    <ApiProvider>
      <Hydrate>
        <BenchShell>{children}</BenchShell>
      </Hydrate>
    </ApiProvider>
  );
}
