"use client";

import { useQuery } from "@tanstack/react-query";
import { launchHref } from "#components/search-params/launch.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import type { AblationTable } from "#server/contracts/experiment.ts";
import type { JoinOffer, OwnMatrix } from "#server/contracts/launch/joining.ts";
import { topics } from "#server/contracts/live.ts";
import { confirmOffer } from "./confirm-offer.ts";

const texts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** The launch form on the matrix of an experiment, with what is missing chosen. */
function addRunsHref(
  experiment: string,
  own: OwnMatrix | null | undefined,
  offer?: Pick<JoinOffer, "seeds"> & { presets?: string[] },
): string {
  if (!own) return launchHref("/launch", { mode: "matrix", experiment });
  const { recipe, matrix, inputs, offers } = own;
  return launchHref("/launch", {
    mode: "matrix",
    experiment,
    recipe,
    presets: offer?.presets ?? matrix.presets,
    set: texts(matrix.edits),
    vary: texts(Object.fromEntries(matrix.factors.map(({ name, levels }) => [name, levels.join(",")]))),
    in: Object.fromEntries(
      Object.entries(inputs).map(([slot, source]) => [
        slot,
        "run" in source ? source.run : source.evaluation,
      ]),
    ),
    seeds: (offer ?? offers[0])?.seeds ?? "",
    missing: true,
    twin: matrix.twin === true,
  });
}

interface AddRunsProps {
  id: string;
  table: AblationTable;
  /** The one that the claims are for. */
  metric: string | null;
}

/** To the launch form of an experiment's own matrix: a press for each thing that would settle what is open, with what it costs. */
export function AddRuns({ id, table, metric }: AddRunsProps) {
  const own = useQuery(
    useApi().experiments.matrix.queryOptions({ id }, { meta: liveOn([topics.experiment(id)], 2000) }),
  );
  const offers = own.data?.offers ?? [];
  const confirm = own.data && metric !== null ? confirmOffer(table, metric, own.data) : null;
  return (
    <>
      {confirm ? (
        <LinkButton href={addRunsHref(id, own.data, confirm)} data-tip={confirm.tip}>
          {confirm.words}
        </LinkButton>
      ) : null}
      {offers.map((offer) => (
        <LinkButton
          key={offer.words}
          href={addRunsHref(id, own.data, offer)}
          data-tip={offer.cost ?? undefined}
        >
          {offer.words}
        </LinkButton>
      ))}
      <LinkButton href={addRunsHref(id, own.data)} kind="primary">
        Add runs
      </LinkButton>
    </>
  );
}
