"use client";

import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { NameDialog } from "#components/ui/overlays/name-dialog.tsx";
import type { PanelViewState } from "./use-panel-view.ts";
import { KEPT_IN_VIEW, type SaveView } from "./use-save-view.ts";

interface ViewDialogsProps {
  asking: "save as" | "rename" | "delete";
  saved: PanelViewState["saved"];
  verbs: SaveView;
  onClose: () => void;
}

/** Asks for the name of a view, or whether to delete it. */
export function ViewDialogs({ asking, saved, verbs, onClose }: ViewDialogsProps) {
  if (asking === "delete")
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title={`Delete the view ${saved?.name ?? ""}?`}
        effect="Its panels go back to the generated ones, for everybody who opens it. No point is touched. This cannot be undone."
        confirmLabel="Delete the view"
        danger
        pending={verbs.remove.isPending}
        error={verbs.remove.error?.message}
        onConfirm={() => verbs.remove.go(onClose)}
      />
    );
  const renames = asking === "rename";
  return (
    <NameDialog
      text={KEPT_IN_VIEW}
      key={asking}
      open
      onClose={onClose}
      title={renames ? `Rename ${saved?.name ?? "the view"}` : "Save as a view"}
      initial={renames ? (saved?.name ?? "") : ""}
      verb={renames ? verbs.rename : verbs.create}
    />
  );
}
