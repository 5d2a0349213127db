"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Finding } from "#server/contracts/finding.ts";
import { writeDismissal } from "#server/wording/dismissed.ts";

interface DismissProps {
  runId: string;
  finding: Finding;
}

/** Lists a dismissed finding of a run again. */
export function Restore(finding: { id: string; rule: string; metric: string | null }) {
  const restore = useMutation(useApi().runs.dismiss.mutationOptions());
  return (
    <QuietButton disabled={restore.isPending} onClick={() => restore.mutate({ ...finding, reason: null })}>
      Restore
    </QuietButton>
  );
}

/** Sets a finding of a run aside, with the reason that stands with it from then on; or lists it again. */
export function Dismiss({ runId, finding: { rule, metric, claim, dismissed } }: DismissProps) {
  const api = useApi();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const dismiss = useMutation(api.runs.dismiss.mutationOptions());
  const send = () => dismiss.mutate({ id: runId, rule, metric, reason }, { onSuccess: () => setOpen(false) });
  if (dismissed) return <Restore id={runId} rule={rule} metric={metric} />;
  return (
    <>
      <QuietButton onClick={() => setOpen(true)}>Dismiss</QuietButton>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Dismiss ${rule}`}
        text={claim}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
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
    </>
  );
}

/** Who dismissed a finding, when, and why. */
export function DismissedNote({ dismissed }: Pick<Finding, "dismissed">) {
  if (!dismissed) return null;
  return <p>{writeDismissal(dismissed, dismissed.at)}</p>;
}
