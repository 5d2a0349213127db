"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import type { PanelLayout } from "#server/contracts/charts/panel-layout.ts";
import type { ViewHead } from "#server/contracts/charts/views.ts";
import { draftKey, type PanelViewState, readDraft, writeDraft } from "./use-panel-view.ts";

/** What a view of panels is, where its name is asked for. */
export const KEPT_IN_VIEW =
  "Everybody who opens this page can choose it. It keeps which panels there are, their order and their sizes.";

/** Saves, names and deletes views of a page; what is shown follows. `onView` puts the id of a new view into the address. */
export function useSaveView(scope: string, state: PanelViewState, onView: (id: string | null) => void) {
  const api = useApi();
  const cache = useQueryClient();
  const { saved, layout } = state;
  const settle = async (view: ViewHead, shown: PanelLayout | null) => {
    if (shown) cache.setQueryData(api.views.get.queryKey({ id: view.id }), { ...view, layout: shown });
    await cache.invalidateQueries({ queryKey: api.views.list.queryKey({ scope }) });
  };
  const save = useMutation(
    api.views.save.mutationOptions({
      onSuccess: async (view, { layout }) => {
        await settle(view, layout);
        writeDraft(draftKey(scope, view.id), null);
      },
    }),
  );
  const create = useMutation(
    api.views.create.mutationOptions({
      onSuccess: async (view, { layout }) => {
        await settle(view, layout);
        writeDraft(draftKey(scope, saved?.id ?? null), null);
        onView(view.id);
      },
    }),
  );
  const rename = useMutation(
    api.views.rename.mutationOptions({
      onSuccess: (view) => settle(view, saved?.layout ?? null),
    }),
  );
  const remove = useMutation(
    api.views.delete.mutationOptions({
      onSuccess: async (view) => {
        writeDraft(draftKey(scope, view.id), null);
        onView(null);
        await settle(view, null);
      },
    }),
  );
  const version = readDraft(draftKey(scope, saved?.id ?? null))?.version ?? saved?.version ?? 1;
  return {
    save: { ...save, go: () => saved && save.mutate({ id: saved.id, version, layout }) },
    create: {
      ...create,
      go: (name: string, then?: () => void) => create.mutate({ scope, name, layout }, { onSuccess: then }),
    },
    rename: {
      ...rename,
      go: (name: string, then?: () => void) =>
        saved && rename.mutate({ id: saved.id, name, nameWas: saved.name }, { onSuccess: then }),
    },
    remove: {
      ...remove,
      go: (then?: () => void) => saved && remove.mutate({ id: saved.id }, { onSuccess: then }),
    },
  };
}

export type SaveView = ReturnType<typeof useSaveView>;
