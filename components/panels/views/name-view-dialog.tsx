"use client";

import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import type { SaveView } from "./use-save-view.ts";

interface NameViewDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  initial: string;
  verb: SaveView["create"] | SaveView["rename"];
}

/** Asks for the name of a view; the refusal of a name stands under it. */
export function NameViewDialog({ open, onClose, title, initial, verb }: NameViewDialogProps) {
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
      text="Everybody who opens this page can choose it. It keeps which panels there are, their order and their sizes."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" blocked={verb.isPending ? "Saving" : undefined} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={value}
        onChange={setName}
        error={verb.error?.message}
        onKeyDown={(event) => {
          if (event.key === "Enter") submit();
        }}
      />
    </Dialog>
  );
}
