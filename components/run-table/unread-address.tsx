"use client";

import { useSearchParams } from "next/navigation";
import { RUN_VIEWS } from "#components/search-params/runs.ts";
import { readSort } from "#components/search-params/run-table.ts";
import { Notice } from "#components/ui/empty-state.tsx";

/** What an address asks of the list of runs that there is not; the list then shows what it does without it. */
export function unreadWords(view: string | null, sort: string | null): string[] {
  return [
    view !== null && !(RUN_VIEWS as readonly string[]).includes(view)
      ? `There is no view “${view.slice(0, 40)}”; these are all runs.`
      : "",
    sort !== null && sort !== "" && readSort(sort).length === 0
      ? `There is no column “${sort.slice(0, 40)}” to sort by.`
      : "",
  ].filter(Boolean);
}

/** Says it quietly above the list, which would otherwise pass for an answer to what was asked. */
export function UnreadAddress() {
  const asked = useSearchParams();
  const words = unreadWords(asked.get("view"), asked.get("sort"));
  return words.length === 0 ? null : <Notice>{words.join(" ")}</Notice>;
}
