"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { NO_EDITS, type PanelLayout, VIEWS_TOPIC } from "#server/contracts/charts/panel-layout.ts";
import type { SavedView, ViewHead } from "#server/contracts/charts/views.ts";
import { layoutChanges } from "../layout/layout-changes.ts";

/** Edits that were not saved: the layout as it stands, and the version of the view they started from. */
export interface ViewDraft {
  layout: PanelLayout;
  version: number;
}

const PREFIX = "ablab-panels ";
const listeners = new Set<() => void>();
const known = new Map<string, ViewDraft | null>();

/** One draft per page and view; it lives as long as the browser's tab, so that a reload or another page loses nothing. */
export const draftKey = (scope: string, view: string | null): string => `${PREFIX}${scope} ${view ?? ""}`;

function isLayout(value: unknown): value is PanelLayout {
  return typeof value === "object" && value !== null && (value as PanelLayout).version === 1;
}

function read(key: string): ViewDraft | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "null") as ViewDraft | null;
    return stored && isLayout(stored.layout) ? stored : null;
  } catch {
    // Storage is switched off, or holds something else: then edits live until the page is left.
    return null;
  }
}

export function readDraft(key: string): ViewDraft | null {
  const before = known.get(key);
  if (before !== undefined) return before;
  const draft = read(key);
  known.set(key, draft);
  return draft;
}

/** Keeps a draft, or drops it where it is null. */
export function writeDraft(key: string, draft: ViewDraft | null): void {
  known.set(key, draft);
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // As above: the edits are still on the page.
  }
  for (const notify of listeners) notify();
}

export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface PanelViewState {
  /** Saved views of this page, by name. */
  views: ViewHead[];
  /** The view that is shown; undefined for the generated default. */
  saved: SavedView | undefined;
  /** The address names a view that is not read yet: what is shown may change in a moment. */
  isReading: boolean;
  /** Why the view of the address cannot be shown. */
  trouble: string | null;
  layout: PanelLayout;
  /** What was edited and not saved, in words; empty where nothing was. */
  changes: string;
  edit: (change: (layout: PanelLayout) => PanelLayout) => void;
  /** Takes back what was edited since the view was saved. */
  drop: () => void;
}

const noDraft = () => null;
const isSame = (a: PanelLayout, b: PanelLayout) => JSON.stringify(a) === JSON.stringify(b);

function elsewhere(view: SavedView | undefined, scope: string): string | null {
  return view && view.scope !== scope ? `"${view.name}" is a view of another page.` : null;
}

/** The layout of a page: a saved view or the generated default, with the edits that were not saved yet. */
export function usePanelView(scope: string, id: string | null): PanelViewState {
  const api = useApi();
  const live = { meta: liveOn([VIEWS_TOPIC]) };
  const list = useQuery(api.views.list.queryOptions({ scope }, live));
  const view = useQuery(api.views.get.queryOptions({ id: id ?? "" }, { enabled: id !== null, ...live }));
  const key = draftKey(scope, id);
  const draft = useSyncExternalStore(subscribeDrafts, () => readDraft(key), noDraft);
  const saved = view.data?.scope === scope ? view.data : undefined;
  const base = saved?.layout ?? NO_EDITS;
  const version = draft?.version ?? saved?.version ?? 0;
  const layout = draft?.layout ?? base;
  const edit = useCallback(
    (change: (layout: PanelLayout) => PanelLayout) => {
      const next = change(readDraft(key)?.layout ?? base);
      writeDraft(key, isSame(next, base) ? null : { layout: next, version });
    },
    [key, base, version],
  );
  const drop = useCallback(() => writeDraft(key, null), [key]);
  const changes = useMemo(() => (draft ? layoutChanges(base, layout) : ""), [draft, base, layout]);
  return {
    views: list.data ?? [],
    saved,
    isReading: id !== null && view.isPending,
    trouble: id === null ? null : (view.error?.message ?? elsewhere(view.data, scope)),
    layout,
    changes,
    edit,
    drop,
  };
}
