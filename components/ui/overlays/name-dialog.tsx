"use client";

import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";

interface NameDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  text: string;
  initial: string;
  verb: {
    go: (name: string, then: () => void) => void;
    reset: () => void;
    isPending: boolean;
    error: { message: string } | null;
  };
}

/** Asks for the name of a view; the refusal of a name stands under it. */
export function NameDialog({ open, onClose, title, text, initial, verb }: NameDialogProps) {
  const [name, setName] = useState<string | null>(null);
  const value = name ?? initial;
  const close = () => {
    setName(null);
    verb.reset();
    onClose();
  };
  const submit = () => {
    if (!verb.isPending) verb.go(value, close);
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      text={text}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" blocked={verb.isPending ? "Saving" : undefined} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <TextField label="Name" value={value} onChange={setName} error={verb.error?.message} />
    </Dialog>
  );
}
