"use client";

import { useGo } from "#components/ui/use-go.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RunSearch, runSearchHref, savedViewHref } from "#components/search-params/runs.ts";
import { useAnnotate } from "#components/annotations/annotate-context.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Select } from "#components/ui/controls/select.tsx";
import { Menu, type MenuEntry, MoreDots } from "#components/ui/overlays/menu.tsx";
import { NameDialog } from "#components/ui/overlays/name-dialog.tsx";
import type { TableView } from "#server/contracts/housekeeping/table-views.ts";
import { topics } from "#server/contracts/live.ts";

/** What an address says that asks for every run, though the project opens with another view. */
const NONE = "none";
const FOLLOW_MS = 2000;

/** A view as it is saved: its address, without which saved one it was begun from. */
const addressOf = (search: RunSearch): string =>
  runSearchHref("", { ...search, project: null, saved: null, open: null }).replace(/^\?/, "");

/** Saves, deletes and chooses views, says what was done, and offers to take it back. */
function useTableViews(project: string | null) {
  const api = useApi();
  const { tell, refuse } = useAnnotate();
  const views = useQuery(
    api.tableViews.list.queryOptions({ project }, { meta: liveOn([topics.runs], FOLLOW_MS) }),
  );
  const again = useMutation(api.tableViews.save.mutationOptions());
  const goes = useMutation(api.tableViews.delete.mutationOptions());
  const chosen = useMutation(api.tableViews.chooseDefault.mutationOptions());
  const putBack = ({ id, name, address, project: of }: TableView) =>
    again.mutateAsync({ id, name, address, project: of });
  const save = useMutation(
    api.tableViews.save.mutationOptions({
      onSuccess: ({ message, view, was }) =>
        tell({
          message,
          undo: [],
          takeBack: async () => (was ? putBack(was) : view ? goes.mutateAsync({ id: view.id }) : undefined),
        }),
    }),
  );
  const remove = useMutation(
    api.tableViews.delete.mutationOptions({
      onError: refuse,
      onSuccess: ({ message, was }) =>
        tell({
          message,
          undo: [],
          takeBack: async () => {
            if (was) await putBack(was);
            if (was?.isDefault) await chosen.mutateAsync({ id: was.id });
          },
        }),
    }),
  );
  const choose = useMutation(
    api.tableViews.chooseDefault.mutationOptions({
      onError: refuse,
      onSuccess: ({ message, wasDefault }) =>
        tell({ message, undo: [], takeBack: () => chosen.mutateAsync({ id: wasDefault, project }) }),
    }),
  );
  return { views: views.data ?? [], save, remove, choose, refuse };
}

interface TableViewsProps {
  search: RunSearch;
  onSaved: (id: string | null) => void;
}

/** Which saved view of the table is shown, and what can be done with it. */
export function TableViews({ search, onSaved }: TableViewsProps) {
  const router = useGo();
  const { views, save, remove, choose, refuse } = useTableViews(search.project);
  const [asking, setAsking] = useState(false);
  const address = addressOf(search);
  const view = views.find(({ id }) => id === search.saved);
  const isChanged = view !== undefined && view.address !== address;
  const saveAs = (name: string, then: () => void) =>
    save.mutate(
      { name, address, project: search.project },
      {
        onSuccess: ({ view: made }) => {
          onSaved(made?.id ?? null);
          then();
        },
      },
    );
  const entries: MenuEntry[] = [
    ...(view?.mine
      ? [
          {
            label: `Save over ${view.name}`,
            onSelect: () => save.mutate({ id: view.id, name: view.name, address }, { onError: refuse }),
            blocked: isChanged ? undefined : "nothing changed",
          },
        ]
      : []),
    { label: "Save as…", onSelect: () => setAsking(true) },
    ...(view
      ? [
          view.isDefault
            ? {
                label: "No longer the default",
                onSelect: () => choose.mutate({ id: null, project: view.project }),
              }
            : {
                label: "Make it the default of the project",
                onSelect: () => choose.mutate({ id: view.id }),
              },
        ]
      : []),
    ...(view?.mine
      ? [
          {
            label: `Delete ${view.name}`,
            danger: true,
            onSelect: () => remove.mutate({ id: view.id }, { onSuccess: () => onSaved(null) }),
          },
        ]
      : []),
  ];
  return (
    <span className="panel-view">
      <Select
        label="Saved view"
        value={view?.id ?? NONE}
        onChange={(id) => {
          const next = views.find((one) => one.id === id);
          router.push(next ? savedViewHref(next) : `/runs?saved=${NONE}`);
        }}
        options={[
          { value: NONE, label: "Every run" },
          ...views.map((one) => ({
            value: one.id,
            label: [
              one.name,
              one.isDefault ? "default" : "",
              one.mine ? "" : `of ${one.owner}`,
              one.id === view?.id && isChanged ? "changed" : "",
            ]
              .filter(Boolean)
              .join(", "),
          })),
        ]}
        width={150}
      />
      <Menu
        label="Saved views: more"
        trigger={<MoreDots />}
        triggerClass="icon-btn"
        align="end"
        entries={entries}
      />
      <NameDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Save this view of the run table"
        text="It keeps filter, conditions, order, groups and columns. Only you see it, until it is made the default of the project."
        initial=""
        verb={{ ...save, go: saveAs }}
      />
    </span>
  );
}
