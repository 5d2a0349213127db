import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import type { ReportPage } from "#server/contracts/reports/report.ts";
import { LONGEST_MARKDOWN } from "#server/contracts/reports/report-limits.ts";

/** A pause this long after the last key is where words are saved, ms; and how long after a save that failed it is tried again. */
const PAUSE_MS = 1200;
const AGAIN_MS = 5000;

interface Words {
  title: string;
  markdown: string;
}

/** What the server has of the words in the editor. */
export interface Saving extends Words {
  setTitle(title: string): void;
  setMarkdown(markdown: string): void;
  isDirty: boolean;
  isPending: boolean;
  isTooLong: boolean;
  /** Why the last save failed, unless somebody else had saved. */
  error: string | null;
  /** Somebody else saved in between: both texts are whole, and one of them has to be chosen. */
  isConflict: boolean;
  saveNow(): void;
  /** Puts words in the place of those here and keeps these in the history. */
  replaceBy(words: Words): void;
  choose(whose: "mine" | "theirs"): void;
}

/**
 * Saves what is written a moment after the last key, each time over the version that it started from. A newer version takes the
 * place of words that nobody changed here; over changed ones it waits for a choice, so that two tabs never overwrite each other.
 */
export function useSaving(page: ReportPage): Saving {
  const api = useApi();
  const client = useQueryClient();
  const { id } = page.report;
  const [saved, setSaved] = useState({
    title: page.report.title,
    markdown: page.markdown,
    version: page.report.version,
  });
  const [title, setTitle] = useState(saved.title);
  const [markdown, setMarkdown] = useState(saved.markdown);
  const { mutate, mutateAsync, error, isPending, isError } = useMutation(
    api.reports.save.mutationOptions({
      onSuccess: ({ version }, sent) => setSaved({ title: sent.title, markdown: sent.markdown, version }),
    }),
  );
  const isDirty = title !== saved.title || markdown !== saved.markdown;
  const isTooLong = markdown.length > LONGEST_MARKDOWN;
  const isConflict =
    isDirty && !isPending && (page.report.version > saved.version || error?.data?.code === "CONFLICT");

  // Another tab saved while nothing was written here: its words are shown.
  if (page.report.version > saved.version && !isDirty && !isPending) {
    const newer = { title: page.report.title, markdown: page.markdown, version: page.report.version };
    setSaved(newer);
    setTitle(newer.title);
    setMarkdown(newer.markdown);
  }
  useEffect(() => {
    if (!isDirty || isPending || isConflict || isTooLong) return undefined;
    const timer = setTimeout(
      () => mutate({ id, version: saved.version, title, markdown }),
      isError ? AGAIN_MS : PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [id, isConflict, isDirty, isError, isPending, isTooLong, markdown, mutate, saved.version, title]);

  const mine = { title, markdown };
  // The text that is not chosen is saved over, and so it is in the history.
  const choose = useMutation({
    mutationFn: async (whose: "mine" | "theirs") => {
      const input = { id, view: "draft" as const, check: false };
      const { report, markdown: theirs } = await client.fetchQuery(
        api.reports.page.queryOptions(input, { staleTime: 0, gcTime: 0 }),
      );
      const over = await mutateAsync({ id, version: report.version, ...mine, keeps: true });
      if (whose === "mine") return;
      setTitle(report.title);
      setMarkdown(theirs);
      await mutateAsync({ id, version: over.version, title: report.title, markdown: theirs, keeps: true });
    },
  });
  return {
    ...mine,
    setTitle,
    setMarkdown,
    isDirty,
    isPending,
    isTooLong,
    error: isConflict ? (choose.error?.message ?? null) : (error?.message ?? null),
    isConflict,
    saveNow() {
      if (isDirty && !isPending && !isConflict) mutate({ id, version: saved.version, title, markdown });
    },
    replaceBy(words) {
      const next = { title: words.title, markdown: words.markdown };
      setTitle(next.title);
      setMarkdown(next.markdown);
      mutate({ id, version: saved.version, ...next, keeps: true });
    },
    choose: choose.mutate,
  };
}
