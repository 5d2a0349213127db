"use client";

import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf, listFirst, plural, writeCount } from "#server/wording/counts.ts";
import { usePlace } from "./use-place.ts";

const MOST_NAMED = 8;

/** Offers in one press to put seeds together that are told apart by keys of single runs alone, and to take that back. */
export function LeaveOutKeys({ experimentId }: { experimentId: string }) {
  const place = usePlace(experimentId);
  const save = useMutation(useApi().external.setCells.mutationOptions());
  if (!place) return null;
  const { offer, ignoredKeys, seedKey, chosenMetrics: metrics } = place;
  const left = offer === null ? ignoredKeys : offer.keys;
  if (left.length === 0) return null;
  const send = (keys: readonly string[]) =>
    save.mutate({ experimentId, seedKey, metrics, ignoredKeys: [...new Set(keys)] });
  const names = listFirst(left.map(visibleName), MOST_NAMED);
  const blocked = save.isPending ? "Waiting for the answer" : undefined;
  return offer === null ? (
    <Strip
      level="info"
      claim="Left out of configurations:"
      actions={
        <Button blocked={blocked} onClick={() => send([])}>
          Put back
        </Button>
      }
    >
      {names}. {save.error?.message}
    </Strip>
  ) : (
    <Strip
      level="info"
      claim={`Seeds differ in ${names}.`}
      actions={
        <Button blocked={blocked} onClick={() => send([...ignoredKeys, ...offer.keys])}>
          Leave out
        </Button>
      }
    >
      {plural(left.length, "This key seems", "These keys seem")} to name a run, a place or a moment. Without{" "}
      {plural(left.length, "it", "them")} there {plural(offer.configurations, "is", "are")}{" "}
      {countOf(offer.configurations, "configuration")} instead of {writeCount(place.cells.length)}.{" "}
      {save.error?.message}
    </Strip>
  );
}
