"use client";

import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { NameDialog } from "#components/ui/overlays/name-dialog.tsx";
import type { PanelViewState } from "./use-panel-view.ts";
import { KEPT_IN_VIEW, type SaveView } from "./use-save-view.ts";

/** What of the layout is not saved, and the ways out. */
export function UnsavedLine({ state, verbs }: { state: PanelViewState; verbs: SaveView }) {
  const [naming, setNaming] = useState(false);
  const { saved, changes, trouble } = state;
  const { save } = verbs;
  return (
    <div className="panel-unsaved">
      {trouble ? <p role="alert">{trouble} These are the generated panels.</p> : null}
      {changes ? (
        <>
          <output>
            <b>Not saved{saved ? ` in ${saved.name}` : ""}:</b> {changes}.
          </output>
          <span className="btn-row">
            {saved ? (
              <Button size="small" blocked={save.isPending ? "Saving" : undefined} onClick={() => save.go()}>
                Save
              </Button>
            ) : null}
            <Button size="small" onClick={() => setNaming(true)}>
              Save as a view
            </Button>
            <Button size="small" kind="quiet" onClick={state.drop}>
              Drop the changes
            </Button>
          </span>
        </>
      ) : null}
      {save.error ? (
        <p className="crit" role="alert">
          {save.error.message}
        </p>
      ) : null}
      <NameDialog
        text={KEPT_IN_VIEW}
        open={naming}
        onClose={() => setNaming(false)}
        title="Save as a view"
        initial=""
        verb={verbs.create}
      />
    </div>
  );
}
