"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { NO_EDITS, VIEWS_TOPIC, type PanelLayout } from "#server/contracts/panel-layout.ts";
import type { SavedView, ViewHead } from "#server/contracts/views.ts";
import { layoutChanges } from "./layout/layout-changes.ts";
import { draftKey, readDraft, subscribeDrafts, writeDraft } from "./view-drafts.ts";

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
