"use client";

import type { ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** The question with the thing in it: "Stop dgro-s3?" */
  title: string;
  /** What happens, named: "It ends at step 262; the checkpoint at 250 stays." */
  effect: ReactNode;
  /** The verb on the button: "Stop dgro-s3". */
  confirmLabel: string;
  onConfirm: () => void;
  danger?: boolean;
  /** While the answer is on its way. */
  pending?: boolean;
  /** Why it did not work, with the way out. */
  error?: string;
}

/** Asks before something that cannot be undone, and says what it will do. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, effect, confirmLabel, onConfirm, danger, pending, error } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      text={effect}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={danger ? "danger" : "primary"}
            blocked={pending ? "Waiting for the answer" : undefined}
            onClick={pending ? undefined : onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {error ? (
        <p className="crit" role="alert">
          {error}
        </p>
      ) : null}
    </Dialog>
  );
}
