"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useAnnotate } from "#components/annotations/annotate-context.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { Section } from "#components/ui/section.tsx";
import { topics } from "#server/contracts/live.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writeTimeOfDay } from "#server/wording/times.ts";

/** Brings a deleted report back, and says with what. */
export function useBringBack() {
  const api = useApi();
  const { tell } = useAnnotate();
  const back = useMutation(
    api.reports.bringBack.mutationOptions({
      onSuccess: ({ message }) => tell({ message, undo: [] }),
    }),
  );
  return { bringBack: (id: string) => back.mutateAsync({ id }), isPending: back.isPending };
}

/** Reports that were deleted and are not gone yet; nothing where there are none. */
export function DeletedReports() {
  const { refuse } = useAnnotate();
  const { bringBack, isPending } = useBringBack();
  const query = useQuery(
    useApi().reports.deleted.queryOptions(undefined, { meta: liveOn([topics.reports], 500) }),
  );
  if (!query.data || query.data.length === 0) return null;
  return (
    <Section title="Deleted" note="can be brought back whole for a while">
      <ul>
        {query.data.map(({ id, title, purgeAt }) => (
          <li key={id}>
            {visibleName(title)} <span className="muted">gone for good at {writeTimeOfDay(purgeAt)}</span>{" "}
            <QuietButton
              onClick={() => (isPending ? undefined : void bringBack(id).catch(refuse))}
              aria-label={`Bring back ${visibleName(title)}`}
            >
              Bring back
            </QuietButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
