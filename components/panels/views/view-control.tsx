"use client";

import { useState } from "react";
import { later } from "#components/ui/later.tsx";
import { Menu, type MenuEntry, MoreDots } from "#components/ui/overlays/menu.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import type { PanelViewState } from "./use-panel-view.ts";
import type { SaveView } from "./use-save-view.ts";

const ViewDialogs = later(async () => (await import("./view-dialogs.tsx")).ViewDialogs, "the dialog", 0);

interface ViewControlProps {
  state: PanelViewState;
  verbs: SaveView;
  onView: (id: string | null) => void;
  /** Generated panels that this view leaves out. */
  removed: number;
  onRestore: () => void;
  /** What else can be done with the panels of the page. */
  acts: MenuEntry[];
}

type Asking = "save as" | "rename" | "delete" | null;

/** Which saved view is shown, and what can be done with it. */
export function ViewControl({ state, verbs, onView, removed, onRestore, acts }: ViewControlProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const { saved, views } = state;
  const done = () => setAsking(null);
  const entries: MenuEntry[] = [
    ...acts,
    { kind: "separator" },
    {
      label: "Save this view",
      onSelect: () => verbs.save.go(),
      blocked: saved ? (state.changes ? undefined : "nothing changed") : "has no name yet",
    },
    { label: "Save as…", onSelect: () => setAsking("save as") },
    ...(saved
      ? ([
          { label: "Rename…", onSelect: () => setAsking("rename") },
          { label: "Delete…", onSelect: () => setAsking("delete"), danger: true },
        ] as const)
      : []),
    ...(removed > 0
      ? ([
          { kind: "separator" },
          { label: "Show removed panels", end: removed, onSelect: onRestore },
        ] as const)
      : []),
  ];
  return (
    <span className="panel-view">
      <Select
        label="View"
        value={saved?.id ?? ""}
        onChange={(id) => onView(id || null)}
        options={[
          { value: "", label: "Default panels" },
          ...views.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        width={130}
      />
      <Menu
        label="This view: more"
        trigger={<MoreDots />}
        triggerClass="icon-btn"
        align="end"
        entries={entries}
      />
      {asking === null ? null : <ViewDialogs asking={asking} saved={saved} verbs={verbs} onClose={done} />}
    </span>
  );
}
