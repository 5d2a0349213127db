"use client";

import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Annotations } from "#server/contracts/housekeeping/annotations.ts";
import { changeOf, readTags } from "./change-of.ts";
import { useAnnotate } from "./annotate-context.tsx";

interface KeepDialogProps {
  id: string;
  name: string;
  kept: Annotations;
  open: boolean;
  onClose: () => void;
}

/** Name, tags and notes of one thing. */
export function KeepDialog({ open, ...rest }: KeepDialogProps) {
  return open ? <OpenKeepDialog {...rest} /> : null;
}

function OpenKeepDialog({ id, name, kept, onClose }: Omit<KeepDialogProps, "open">) {
  const { keep, pending, refusal, forget } = useAnnotate();
  // As it was when the dialog opened; the page goes on hearing of changes.
  const [before] = useState({ name, tags: kept.tags, notes: kept.notes });
  const [newName, setName] = useState(name);
  const [tags, setTags] = useState(kept.tags.join(" "));
  const [notes, setNotes] = useState(kept.notes);
  const close = () => {
    forget();
    onClose();
  };
  const save = () => keep([changeOf(id, before, { name: newName, tags: readTags(tags), notes })], close);
  return (
    <Dialog
      open
      onClose={close}
      title={`Name, tags and notes of ${name}`}
      size="wide"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" blocked={pending ? "Waiting for the answer" : undefined} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <TextField label="Name" value={newName} onChange={setName} />
      <TextField label="Tags" value={tags} onChange={setTags} why="Space-separated." />
      <TextField
        label="Notes"
        value={notes}
        onChange={setNotes}
        rows={8}
        why="Markdown. Reports can hold more."
      />
      {refusal ? (
        <p className="crit" role="alert">
          {refusal}
        </p>
      ) : null}
    </Dialog>
  );
}
