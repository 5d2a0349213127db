import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { DismissProps } from "./dismiss-dialog.tsx";

interface DismissFormProps extends DismissProps {
  open: boolean;
  onClose: () => void;
}

/** Asks for the reason that stands with a dismissed finding from then on. */
export function DismissForm({ runId, finding: { rule, metric, claim }, open, onClose }: DismissFormProps) {
  const [reason, setReason] = useState("");
  const dismiss = useMutation(useApi().runs.dismiss.mutationOptions());
  const send = () => dismiss.mutate({ id: runId, rule, metric, reason }, { onSuccess: onClose });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Dismiss ${rule}`}
      text={claim}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" blocked={dismiss.isPending ? "Saving" : undefined} onClick={send}>
            Dismiss
          </Button>
        </>
      }
    >
      <TextField
        label="Reason"
        value={reason}
        onChange={setReason}
        why="Stands with the warning, for everyone. What it forbids stays forbidden."
        error={dismiss.error?.message}
      />
    </Dialog>
  );
}
