"use client";

import { useState } from "react";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { Menu, type MenuEntry, MoreDots } from "#components/ui/overlays/menu.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { NameDialog } from "#components/ui/overlays/name-dialog.tsx";
import type { PanelViewState } from "./use-panel-view.ts";
import { KEPT_IN_VIEW, type SaveView } from "./use-save-view.ts";

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
      <NameDialog
        text={KEPT_IN_VIEW}
        key={asking === "rename" ? "rename" : "save as"}
        open={asking === "save as" || asking === "rename"}
        onClose={done}
        title={asking === "rename" ? `Rename ${saved?.name ?? "the view"}` : "Save as a view"}
        initial={asking === "rename" ? (saved?.name ?? "") : ""}
        verb={asking === "rename" ? verbs.rename : verbs.create}
      />
      <ConfirmDialog
        open={asking === "delete"}
        onClose={done}
        title={`Delete the view ${saved?.name ?? ""}?`}
        effect="Its panels go back to the generated ones, for everybody who opens it. No point is touched. This cannot be undone."
        confirmLabel="Delete the view"
        danger
        pending={verbs.remove.isPending}
        error={verbs.remove.error?.message}
        onConfirm={() => verbs.remove.go(done)}
      />
    </span>
  );
}
