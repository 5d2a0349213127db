import type { ChartState } from "#components/charts/chart-frame.tsx";

interface CauseQuery {
  error: { message: string } | null;
  isPending: boolean;
  refetch: () => unknown;
}

/**
 * Why a chart that is drawn from several answers is not there: one of them failed, or is still waited for. Undefined once all
 * are there, and only then can it be said that nothing was sent.
 */
export function causesState(queries: readonly CauseQuery[]): ChartState | undefined {
  const failed = queries.filter(({ error }) => error !== null);
  if (failed.length > 0) {
    const onRetry = () => {
      for (const query of failed) void query.refetch();
    };
    return { kind: "error", reason: failed[0].error?.message, onRetry };
  }
  return queries.some(({ isPending }) => isPending) ? { kind: "loading" } : undefined;
}
