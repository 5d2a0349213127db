import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { topics } from "#server/contracts/live.ts";
import type { NamedRun } from "#server/contracts/run.ts";

/** So long after the last key the server is asked. */
const PAUSE_MS = 120;
/** One letter lies in most names. */
const LEAST_LETTERS = 2;
const LONGEST = 200;

/**
 * Runs of the whole bench, or of the project that is shown, that have the words of a text; asked for when nobody has typed for
 * a moment. `isPending` from the first key on that they may change with.
 */
export function useNamedRuns(
  typed: string,
  project: string | null,
): { runs: NamedRun[]; isPending: boolean } {
  const text = typed.trim().slice(0, LONGEST);
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const soon = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(soon);
  }, [text]);
  const isMeant = text.length >= LEAST_LETTERS;
  const query = useQuery(
    useApi().runs.named.queryOptions(
      { project, text: asked },
      {
        enabled: isMeant && asked.length >= LEAST_LETTERS,
        placeholderData: keepPreviousData,
        meta: liveOn([topics.runs], 2000),
      },
    ),
  );
  if (!isMeant) return { runs: [], isPending: false };
  const isAnswered = asked === text && !query.isPending && !query.isPlaceholderData;
  return { runs: query.data ?? [], isPending: !isAnswered };
}
