import type { Crumb } from "#components/layout/breadcrumb.tsx";
import type { VarianceCell } from "#server/contracts/variance.ts";

const PAGE = "Reward variance";

/** Way to the page; through the experiment where all that is shown is of one, so that saved pictures name it. */
export function varianceCrumbs(
  asked: string | null,
  cells: readonly Pick<VarianceCell, "experimentId" | "experiment">[] | undefined,
): Crumb[] {
  const ids = new Set(cells?.map(({ experimentId }) => experimentId));
  const id = ids.size === 1 ? [...ids][0] : asked;
  if (id === null || ids.size > 1) return [{ label: PAGE }];
  return [
    { label: "Experiments", href: "/experiments" },
    { label: cells?.[0]?.experiment ?? "Experiment", href: `/experiments/${id}` },
    { label: PAGE },
  ];
}
